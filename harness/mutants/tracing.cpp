#include <algorithm>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/span_rules.hpp"

namespace conformance::mutants::tracing {
namespace {

/// Puts `parent` above each span of that name for which the predicate holds; null for none.
Rule with_parent(std::string name, Json parent, ParamsPredicate predicate = is_anything) {
  return changed_span(std::move(name),
                      [parent = std::move(parent), predicate = std::move(predicate)](Json& span, Json const& params) {
                        if (!predicate(params)) return;
                        span.erase("parent");
                        if (!parent.is_null()) span["parent"] = parent;
                      });
}

bool is_processing_alone(Json const& params) {
  return params.contains("response");
}

/// Changes the attribute of that key in every span that has it.
Rule changed_value(std::string key, std::function<void(Json& value, Json const& span)> change) {
  return changed_span("", [key = std::move(key), change = std::move(change)](Json& span, Json const&) {
    if (member(span["attributes"], key).is_null()) return;
    Json value = span["attributes"][key];
    change(value, span);
    span["attributes"][key] = value;
  });
}

/// Changes the results of spans that did not fail.
Rule changed_good_result(std::function<void(Json& result)> change) {
  return changed_value("result", [change = std::move(change)](Json& result, Json const& span) {
    if (!has_failed(span)) change(result);
  });
}

/// Changes what the spans that failed show as their result.
Rule changed_bad_result(std::function<void(Json& result)> change) {
  return changed_value("result", [change = std::move(change)](Json& result, Json const& span) {
    if (has_failed(span) && result.contains("exception")) change(result);
  });
}

Json some_error() {
  return {{"kind", "RuntimeError"}, {"message", "failed"}};
}

/// Changes what a span of a call tells by the conventions, if it failed or if it did not.
enum class Ending { good, bad };
Rule without_facts(Ending ending, std::string start) {
  return changed_span("execute", [ending, start = std::move(start)](Json& span, Json const&) {
    if (has_failed(span) != (ending == Ending::bad)) return;
    Json kept = Json::object();
    for (auto const& [key, value] : span["attributes"].items()) {
      if (!begins_with(key, start)) kept[key] = value;
    }
    span["attributes"] = kept;
  });
}

/// Tells something where nothing is known.
Rule with_fact(std::string key, Json value) {
  return changed_attributes("execute", [key = std::move(key), value = std::move(value)](Json& attributes, Json const&) {
    if (!attributes.contains(key)) attributes[key] = value;
  });
}

/// Has the operation called as the apiType is.
Rule operation_named(std::string api_type) {
  return changed_attributes("execute", [api_type = std::move(api_type)](Json& attributes, Json const& params) {
    if (member(member(member(params, "agent"), "model"), "apiType") == api_type)
      attributes["gen_ai.operation.name"] = api_type;
  });
}

std::vector<Mutant> tree_mutants() {
  return {
      {"run-not-traced", "P3.1-01", "A run records no span of its own.", without_spans("run", is_anything)},
      {"async-run-not-traced", "P3.1-01", "An asynchronous run records no span of its own.",
       without_spans("run", is_async)},
      {"run-below-something", "P3.1-01", "The span of a run is below that of its call.", with_parent("run", "execute")},
      {"spans-without-parents", "P3.1-02", "No span is below another.", with_parent("", nullptr)},
      {"async-spans-without-parents", "P3.1-02", "On another thread no span is below another.",
       with_parent("", nullptr, is_async)},
      {"processing-below-the-call", "P3.1-02", "Processing is below the call to the provider.",
       with_parent("process", "execute")},
      {"processing-alone-below-a-run", "P3.1-02", "Processing is below a run that nobody made.",
       with_parent("process", "run", is_processing_alone)},
      {"signature-missing", "P3.1-03", "Spans do not say which function they are of.",
       without_attribute("", "signature")},
      {"signature-empty", "P3.1-03", "The signature of spans is empty.",
       changed_value("signature", [](Json& signature, Json const&) { signature = ""; })},
  };
}

bool registers_executors(Json const& params) {
  return member(member(params, "register"), "executors").is_object();
}

std::vector<Mutant> value_mutants() {
  return {
      {"calls-of-other-executors-not-traced", "P3.1-14", "Only executors that came with the runtime record spans.",
       without_spans("execute", registers_executors)},
      {"inputs-missing", "P3.1-04", "Spans do not show the arguments.", without_attribute("", "inputs")},
      {"arguments-as-a-bare-list", "P3.1-04", "The arguments are a list without names.",
       changed_value("inputs",
                     [](Json& inputs, Json const&) {
                       Json list = Json::array();
                       for (Json const& input : inputs) list.push_back(input);
                       inputs = std::move(list);
                     })},
      {"only-agent-among-inputs", "P3.1-04", "Of the arguments only the agent is shown.",
       changed_value("inputs",
                     [](Json& inputs, Json const&) {
                       for (std::string const name : {"messages", "response"}) inputs.erase(name);
                     })},
      {"result-missing", "P3.1-05", "Spans do not show what was given.",
       changed_span("",
                    [](Json& span, Json const&) {
                      if (!has_failed(span)) span["attributes"].erase("result");
                    })},
      {"result-as-text", "P3.1-05", "What was given is shown as the text of its JSON.",
       changed_good_result([](Json& result) { result = result.dump(); })},
      {"result-is-its-type", "P3.1-05", "Of an outcome only the type is shown.", changed_good_result([](Json& result) {
         if (result.is_object() && result.contains("type") && result.contains("value")) result = Json(result["type"]);
       })},
      {"failure-without-result", "P3.1-06", "A function that failed shows no result.",
       changed_span("",
                    [](Json& span, Json const&) {
                      if (has_failed(span)) span["attributes"].erase("result");
                    })},
      {"failure-as-text", "P3.1-06", "A function that failed shows the message as its result.",
       changed_bad_result([](Json& result) { result = Json(result["message"]); })},
      {"failure-without-traceback", "P3.1-06", "A function that failed shows no traceback.",
       changed_bad_result([](Json& result) { result.erase("traceback"); })},
      {"success-shown-as-failure", "P3.1-06", "Every result looks like that of a failure.",
       changed_good_result([](Json& result) {
         result = {{"exception", nullptr}, {"message", nullptr}, {"traceback", nullptr}};
       })},
      {"errors-not-in-spans", "P3.1-07", "Spans do not say that they failed.",
       changed_span("", [](Json& span, Json const&) { span.erase("error"); })},
      {"errors-only-in-the-root", "P3.1-07", "Only the root says that it failed.",
       changed_span("",
                    [](Json& span, Json const&) {
                      if (span.contains("parent")) span.erase("error");
                    })},
      {"errors-only-where-they-arose", "P3.1-07", "Spans above the one that failed do not say so.",
       changed_span("run", [](Json& span, Json const&) { span.erase("error"); })},
      {"every-root-has-failed", "P3.1-07", "Roots are in error whatever comes of them.",
       changed_span("run", [](Json& span, Json const&) { span["error"] = some_error(); })},
      {"every-call-has-failed-with-its-processing", "P3.1-07", "A call is in error if its processing is.",
       changed_spans([](Json& spans, Json const&) {
         bool const failed = std::any_of(spans.begin(), spans.end(), has_failed);
         for (Json& span : spans) {
           if (failed && !has_failed(span)) span["error"] = some_error();
         }
       })},
      {"failed-call-tells-nothing", "P3.1-08", "A call that failed tells nothing of the request.",
       without_facts(Ending::bad, "gen_ai.")},
      {"failed-call-tells-no-options", "P3.1-08", "A call that failed tells no option.",
       without_facts(Ending::bad, "gen_ai.request.")},
      {"good-call-tells-no-request", "P3.1-08", "A call tells of the request only if it fails.",
       without_facts(Ending::good, "gen_ai.request.")},
      {"unknown-input-count-is-zero", "P3.1-09", "Input tokens that nobody counted are told as zero.",
       with_fact("gen_ai.usage.input_tokens", 0)},
      {"unknown-output-count-is-zero", "P3.1-09", "Output tokens that nobody counted are told as zero.",
       with_fact("gen_ai.usage.output_tokens", 0)},
      {"unknown-finish-reasons-are-empty", "P3.1-09", "Without finish reasons the list is told, empty.",
       with_fact("gen_ai.response.finish_reasons", Json::array())},
      {"unknown-response-id-is-null", "P3.1-09", "An id that the response does not have is told as null.",
       with_fact("gen_ai.response.id", nullptr)},
      {"operation-of-responses-is-their-type", "P3.1-10", "The operation of Responses is called as their apiType.",
       operation_named("responses")},
      {"operation-of-images-is-their-type", "P3.1-10", "The operation of images is called as their apiType.",
       operation_named("image")},
  };
}

Rule without_usage(std::string name, ParamsPredicate predicate) {
  return changed_attributes(std::move(name), [predicate = std::move(predicate)](Json& attributes, Json const& params) {
    if (predicate(params)) attributes.erase("__usage");
  });
}

std::vector<Mutant> usage_mutants() {
  return {
      {"usage-of-call-missing", "P3.3-01", "The span of a call does not show its usage.",
       without_usage("execute", is_anything)},
      {"usage-of-anthropic-missing", "P3.3-01", "The usage is shown of one of two providers.",
       without_usage("execute", asks_anthropic)},
      {"usage-without-total", "P3.3-01", "The total that the provider gives is left out.",
       changed_value("__usage", [](Json& usage, Json const&) { usage.erase("total_tokens"); })},
      {"usage-under-other-names", "P3.3-01", "Counters stand under one name for all providers.",
       changed_value("__usage",
                     [](Json& usage, Json const&) {
                       Json renamed = Json::object();
                       for (auto const& [name, count] : usage.items())
                         renamed[name == "prompt_tokens" ? "input_tokens" : name] = count;
                       usage = std::move(renamed);
                     })},
      {"usage-not-summed", "P3.3-02", "What is below a span does not count in it.", without_usage("run", is_anything)},
      {"usage-not-summed-across-threads", "P3.3-02", "What another thread used does not count above.",
       without_usage("run", is_async)},
      {"no-usage-shown-as-empty", "P3.3-03", "A span without usage shows an empty one.",
       changed_attributes("",
                          [](Json& attributes, Json const&) {
                            if (!attributes.contains("__usage")) attributes["__usage"] = Json::object();
                          })},
      {"null-usage-shown", "P3.3-03", "A usage of null is shown as such.",
       changed_attributes("execute",
                          [](Json& attributes, Json const&) {
                            Json const& result = member(attributes, "result");
                            bool const is_null =
                                result.is_object() && result.contains("usage") && member(result, "usage").is_null();
                            if (is_null) attributes["__usage"] = nullptr;
                          })},
      {"usage-of-arguments-counted", "P3.3-04", "The usage of an answer counts wherever the answer turns up.",
       changed_attributes("process",
                          [](Json& attributes, Json const&) {
                            Json const& usage = member(member(member(attributes, "inputs"), "response"), "usage");
                            if (usage.is_object()) attributes["__usage"] = usage;
                          })},
  };
}

constexpr char const* stream = "PromptyStream";

Json texts_of(Json const& chunks) {
  Json texts = Json::array();
  for (Json const& chunk : chunks) {
    Json const& choices = member(chunk, "choices");
    if (choices.is_array() && !choices.empty()) texts.push_back(member(member(choices.front(), "delta"), "content"));
  }
  return texts;
}

Rule changed_chunks_shown(std::function<void(Json& chunks, Json const& span)> change) {
  return changed_span(stream, [change = std::move(change)](Json& span, Json const&) {
    if (member(member(span, "attributes"), "result").is_array()) change(span["attributes"]["result"], span);
  });
}

std::vector<Mutant> stream_mutants() {
  return {
      {"stream-not-traced", "P3.4-01", "A stream records no span.", without_spans(stream, is_anything)},
      {"async-stream-not-traced", "P3.4-01", "A stream that is pulled asynchronously records no span.",
       without_spans(stream, is_async)},
      {"stream-traced-twice", "P3.4-01", "A stream records two spans.", with_spans_twice(stream)},
      {"stream-beside-its-call", "P3.4-01", "The span of a stream is below the run.", with_parent(stream, "run")},
      {"stream-shows-texts", "P3.4-01", "Of the chunks only their text is shown.",
       changed_chunks_shown([](Json& chunks, Json const&) { chunks = texts_of(chunks); })},
      {"last-chunk-not-shown", "P3.4-01", "The last chunk is not shown.",
       changed_chunks_shown([](Json& chunks, Json const&) {
         if (!chunks.empty()) chunks.erase(chunks.size() - 1);
       })},
      {"streamed-call-tells-no-answer", "P3.4-02", "A streamed call tells nothing of its answer.",
       changed_attributes("execute",
                          [](Json& attributes, Json const& params) {
                            if (!is_streamed(params)) return;
                            for (std::string const key :
                                 {"gen_ai.response.id", "gen_ai.response.finish_reasons", "gen_ai.usage.input_tokens"})
                              attributes.erase(key);
                          })},
      {"streamed-call-counts-zero", "P3.4-02", "A streamed call without usage tells a count of zero.",
       changed_attributes("execute",
                          [](Json& attributes, Json const& params) {
                            if (is_streamed(params) && !attributes.contains("gen_ai.usage.output_tokens"))
                              attributes["gen_ai.usage.output_tokens"] = 0;
                          })},
      {"usage-of-streams-lost", "P3.4-03", "What a stream used counts nowhere.", without_usage("", is_streamed)},
      {"failed-stream-not-traced", "P3.4-04", "A stream that fails records no span.",
       changed_spans([](Json& spans, Json const&) {
         Json kept = Json::array();
         for (Json const& span : spans) {
           if (member(span, "name") != stream || !has_failed(span)) kept.push_back(span);
         }
         spans = std::move(kept);
       })},
      {"failed-stream-shows-no-chunks", "P3.4-04", "A stream that fails shows no chunk.",
       changed_chunks_shown([](Json& chunks, Json const& span) {
         if (has_failed(span)) chunks = Json::array();
       })},
      {"failed-stream-without-error", "P3.4-04", "A stream that fails does not say so.",
       changed_span(stream, [](Json& span, Json const&) { span.erase("error"); })},
      {"every-stream-has-failed", "P3.4-04", "A stream is in error whatever comes of it.",
       changed_span(stream, [](Json& span, Json const&) { span["error"] = some_error(); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::tracing

namespace conformance::mutants {

std::vector<Mutant> tracing_mutants() {
  std::vector<Mutant> mutants = tracing::tree_mutants();
  for (std::vector<Mutant> const& more :
       {tracing::value_mutants(), tracing::usage_mutants(), tracing::stream_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants

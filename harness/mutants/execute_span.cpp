#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/span_rules.hpp"

namespace conformance::mutants::execute_span {
namespace {

constexpr char const* execute = "execute";

Rule set(std::string key, std::function<Json(Json const& attributes, Json const& params)> value) {
  return changed_attributes(execute,
                            [key = std::move(key), value = std::move(value)](Json& attributes, Json const& params) {
                              if (attributes.contains(key)) attributes[key] = value(attributes, params);
                            });
}

Rule set(std::string key, Json value) {
  return set(std::move(key), [value = std::move(value)](Json const&, Json const&) { return value; });
}

/// Leaves out the options for which the predicate holds.
Rule without_options(std::function<bool(std::string const& option, Json const& value, Json const& params)> predicate) {
  return changed_attributes(execute, [predicate = std::move(predicate)](Json& attributes, Json const& params) {
    std::string const start = "gen_ai.request.";
    Json kept = Json::object();
    for (auto const& [key, value] : attributes.items()) {
      bool const is_option = begins_with(key, start) && key != start + "model";
      if (!is_option || !predicate(key.substr(start.size()), value, params)) kept[key] = value;
    }
    attributes = std::move(kept);
  });
}

Json model_behind_last_colon(Json const& attributes, Json const&) {
  std::string const id = attributes.at("gen_ai.request.model").get<std::string>();
  return id.substr(id.find_last_of(':') + 1);
}

Json total(Json const& attributes, Json const&) {
  Json const& input = member(attributes, "gen_ai.usage.input_tokens");
  Json const& output = member(attributes, "gen_ai.usage.output_tokens");
  return (input.is_number() ? input.get<int>() : 0) + (output.is_number() ? output.get<int>() : 0);
}

Rule without_count(std::string key, std::function<bool(Json const& count, Json const& params)> predicate) {
  return changed_attributes(execute, [=](Json& attributes, Json const& params) {
    if (attributes.contains(key) && predicate(attributes[key], params)) attributes.erase(key);
  });
}

bool is_zero(Json const& count, Json const&) {
  return count == 0;
}

bool is_of_anthropic(Json const&, Json const& params) {
  return asks_anthropic(params);
}

Rule changed_operation(std::string api_type, Json operation) {
  return changed_attributes(execute, [=](Json& attributes, Json const& params) {
    if (member(member(member(params, "agent"), "model"), "apiType") == api_type)
      attributes["gen_ai.operation.name"] = operation;
  });
}

std::vector<Mutant> span_mutants() {
  return {
      {"execute-span-missing", "P7.1.8-01", "A call records no span.", without_spans(execute, is_anything)},
      {"execute-span-named-after-the-route", "P7.1.8-01", "The span has the name of the route.",
       changed_span(execute, [](Json& span, Json const&) { span["name"] = "chat.completions"; })},
      {"execute-span-twice", "P7.1.8-01", "A call records two spans.", with_spans_twice(execute)},
      {"async-call-not-traced", "P7.1.8-01", "An asynchronous call records no span.", without_spans(execute, is_async)},
      {"streamed-call-not-traced", "P7.1.8-01", "A streamed call records no span.",
       without_spans(execute, is_streamed)},
      {"call-to-anthropic-not-traced", "P7.1.8-01", "Of two providers one records spans.",
       without_spans(execute, asks_anthropic)},
      {"operation-missing", "P7.1.8-02", "The span does not tell the operation.",
       without_attribute(execute, "gen_ai.operation.name")},
      {"operation-is-the-route", "P7.1.8-02", "The operation is called as the route is.",
       changed_operation("chat", "chat.completions")},
      {"operation-with-tools-is-a-tool", "P7.1.8-02", "With tools the operation is called a tool.",
       changed_attributes(execute,
                          [](Json& attributes, Json const& params) {
                            if (!member(member(params, "agent"), "tools").empty())
                              attributes["gen_ai.operation.name"] = "execute_tool";
                          })},
      {"operation-of-stream-missing", "P7.1.8-02", "The span of a stream does not tell the operation.",
       changed_attributes(execute,
                          [](Json& attributes, Json const& params) {
                            if (is_streamed(params)) attributes.erase("gen_ai.operation.name");
                          })},
      {"provider-missing", "P7.1.8-03", "The span does not tell the provider.",
       without_attribute(execute, "gen_ai.provider.name")},
      {"provider-constant", "P7.1.8-03", "The provider is always the same.", set("gen_ai.provider.name", "openai")},
      {"provider-is-the-model", "P7.1.8-03", "The model's id stands for the provider.",
       set("gen_ai.provider.name",
           [](Json const& attributes, Json const&) { return member(attributes, "gen_ai.request.model"); })},
      {"model-of-request-missing", "P7.1.8-04", "The span does not tell the model.",
       without_attribute(execute, "gen_ai.request.model")},
      {"model-of-the-answer", "P7.1.8-04", "The model is the one that answered.",
       set("gen_ai.request.model",
           [](Json const& attributes, Json const&) { return member(member(attributes, "result"), "model"); })},
      {"model-of-request-cut-at-colons", "P7.1.8-04", "Of the model's id only what follows the last colon is told.",
       set("gen_ai.request.model", model_behind_last_colon)},
  };
}

std::vector<Mutant> option_mutants_of_room() {
  return {
      {"options-missing", "P7.1.8-05", "The span tells no option.",
       without_options([](std::string const&, Json const&, Json const&) { return true; })},
      {"only-temperature-recorded", "P7.1.8-05", "Of the options only the temperature is told.",
       without_options([](std::string const& option, Json const&, Json const&) { return option != "temperature"; })},
      {"option-of-zero-not-recorded", "P7.1.8-05", "An option of zero is not told.",
       without_options([](std::string const&, Json const& value, Json const&) { return value == 0; })},
      {"option-that-is-false-not-recorded", "P7.1.8-05", "An option that is false is not told.",
       without_options([](std::string const&, Json const& value, Json const&) { return value == false; })},
      {"options-of-anthropic-missing", "P7.1.8-05", "Of two providers one tells its options.",
       without_options([](std::string const&, Json const&, Json const& params) { return asks_anthropic(params); })},
      {"additional-options-not-recorded", "P7.1.8-05", "Additional options are not told.",
       without_options([](std::string const& option, Json const&, Json const& params) {
         Json const& model = member(member(params, "agent"), "model");
         return member(member(model, "options"), "additionalProperties").contains(option);
       })},
      {"list-options-not-recorded", "P7.1.8-05", "Options that are lists are not told.",
       without_options([](std::string const&, Json const& value, Json const&) { return value.is_array(); })},
      {"unset-options-recorded", "P7.1.8-05", "Options that are not set are told as null.",
       changed_attributes(execute,
                          [](Json& attributes, Json const&) {
                            for (std::string const option : {"temperature", "top_p"}) {
                              if (!attributes.contains("gen_ai.request." + option))
                                attributes["gen_ai.request." + option] = nullptr;
                            }
                          })},
      {"messages-recorded-as-option", "P7.1.8-05", "The messages are told as if they were an option.",
       changed_attributes(execute,
                          [](Json& attributes, Json const& params) {
                            attributes["gen_ai.request.messages"] = member(params, "messages");
                          })},
  };
}

std::vector<Mutant> answer_mutants() {
  std::string const input = "gen_ai.usage.input_tokens";
  std::string const output = "gen_ai.usage.output_tokens";
  return {
      {"input-count-missing", "P7.1.8-06", "The input tokens are not told.", without_attribute(execute, input)},
      {"input-count-is-the-total", "P7.1.8-06", "The total is told as input tokens.", set(input, total)},
      {"input-count-of-zero-missing", "P7.1.8-06", "No input tokens are not told.", without_count(input, is_zero)},
      {"input-count-of-anthropic-missing", "P7.1.8-06", "The input tokens are told of one provider.",
       without_count(input, is_of_anthropic)},
      {"output-count-missing", "P7.1.8-07", "The output tokens are not told.", without_attribute(execute, output)},
      {"output-count-is-the-total", "P7.1.8-07", "The total is told as output tokens.", set(output, total)},
      {"output-count-of-zero-missing", "P7.1.8-07", "No output tokens are not told.", without_count(output, is_zero)},
      {"output-count-of-anthropic-missing", "P7.1.8-07", "The output tokens are told of one provider.",
       without_count(output, is_of_anthropic)},
      {"finish-reasons-missing", "P7.1.8-08", "The finish reasons are not told.",
       without_attribute(execute, "gen_ai.response.finish_reasons")},
      {"finish-reason-as-text", "P7.1.8-08", "The first finish reason is told as a text.",
       set("gen_ai.response.finish_reasons",
           [](Json const& attributes, Json const&) {
             return Json(first_of(attributes.at("gen_ai.response.finish_reasons")));
           })},
      {"only-first-finish-reason", "P7.1.8-08", "Only the first choice tells its finish reason.",
       set("gen_ai.response.finish_reasons",
           [](Json const& attributes, Json const&) {
             return Json::array({Json(first_of(attributes.at("gen_ai.response.finish_reasons")))});
           })},
      {"response-id-missing", "P7.1.8-09", "The id of the response is not told.",
       without_attribute(execute, "gen_ai.response.id")},
      {"response-id-is-the-model", "P7.1.8-09", "The model is told as the id of the response.",
       set("gen_ai.response.id",
           [](Json const& attributes, Json const&) { return member(attributes, "gen_ai.request.model"); })},
      {"operation-of-embeddings-in-the-singular", "P7.2-08", "The operation is called as the apiType is.",
       changed_operation("embedding", "embedding")},
      {"operation-of-embeddings-is-chat", "P7.2-08", "The operation of embeddings is a chat.",
       changed_operation("embedding", "chat")},
  };
}

std::vector<Mutant> processing_mutants_of_room() {
  return {
      {"processing-not-traced", "P8.0-04", "Processing records no span.", without_spans("process", is_anything)},
      {"async-processing-not-traced", "P8.0-04", "Asynchronous processing records no span.",
       without_spans("process", is_async)},
      {"processing-traced-twice", "P8.0-04", "Processing records two spans.", with_spans_twice("process")},
      {"processing-for-anthropic-not-traced", "P8.0-04", "The processing for one of two providers records no span.",
       without_spans("process", asks_anthropic)},
      {"processing-span-named-otherwise", "P8.0-04", "The span has another name.",
       changed_span("process", [](Json& span, Json const&) { span["name"] = "processing"; })},
  };
}

}  // namespace
}  // namespace conformance::mutants::execute_span

namespace conformance::mutants {

std::vector<Mutant> execute_span_mutants() {
  std::vector<Mutant> mutants = execute_span::span_mutants();
  for (std::vector<Mutant> const& more : {execute_span::option_mutants_of_room(), execute_span::answer_mutants(),
                                          execute_span::processing_mutants_of_room()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants

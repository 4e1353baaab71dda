#include <string>
#include <utility>

#include "harness/mutants/registry_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::components {
namespace {

bool is_error_of(Reply const& reply, std::string const& kind) {
  return reply.status == Reply::Status::error && member(reply.value, "kind") == kind;
}

/// Changes the reply to that operation where the predicate holds of what was asked.
Rule changed_reply(std::string name, std::function<Reply(Reply reply, Json const& asked)> change) {
  return [name = std::move(name), change = std::move(change)](std::string const& operation, Json const& params,
                                                              AskReference const& reference) {
    Reply reply = reference(operation, params);
    return operation == name ? change(std::move(reply), params) : reply;
  };
}

Json const& registered(Json const& asked, std::string const& components) {
  return member(member(asked, "register"), components);
}

/// Asks as if components of a sort had not been registered.
Rule without(std::string components) {
  return [components = std::move(components)](std::string const& operation, Json const& params,
                                              AskReference const& reference) {
    if (!registered(params, components).is_object()) return reference(operation, params);
    Json asked = params;
    asked["register"][components] = Json::object();
    return reference(operation, asked);
  };
}

/// Finds a component where one of another sort has the key.
Rule found_elsewhere(std::string action, std::string components) {
  return [action = std::move(action), components = std::move(components)](
             std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const bears = operation == "registry" && registered(params, components).is_object();
    if (!bears || reply.status != Reply::Status::result) return reply;
    for (std::size_t place = 0; place < reply.value.size(); ++place) {
      Json const& step = params["steps"][place];
      bool const has_key = params["register"][components].contains(step.value("key", ""));
      if (member(step, "do") == action && has_key) reply.value[place] = Json{{"found", true}};
    }
    return reply;
  };
}

Rule lost_after_clearing() {
  return changed_answers([](Json& answer, Json const& step, Json const& earlier) {
    bool const is_cleared = did_before(earlier, "clear_cache", "key", nullptr);
    if (is_cleared && step.contains("key")) answer = raised_in_step("InvokerError");
  });
}

Rule processor_missing(std::string key) {
  return changed_answers_to("get_processor", [key = std::move(key)](Json& answer, Json const& step) {
    if (member(step, "key") == key) answer = raised_in_step("InvokerError");
  });
}

/// Looks a stage of the template up by what another member says.
void look_up_stage(Json& asked, char const* stage, char const* other) {
  Json& agent = asked["agent"];
  Json const& kind = member(member(member(agent, "template"), other), "kind");
  if (kind.is_string()) agent["template"][stage]["kind"] = Json(kind);
}

void look_up_provider(Json& asked) {
  Json const kind = member(member(member(asked["agent"], "model"), "connection"), "kind");
  if (kind.is_string()) asked["agent"]["model"]["provider"] = kind;
}

std::vector<Mutant> lookup_mutants() {
  return {
      {"own-executors-ignored", "P11.3-01", "Executors of users are not looked for.", without("executors")},
      {"own-processors-ignored", "P11.3-01", "Processors of users are not looked for.", without("processors")},
      {"renderer-not-kept", "P11.3-02", "A renderer is not found under the key that it was registered for.",
       without("renderers")},
      {"renderer-is-a-parser-too", "P11.3-02", "The key of a renderer finds a parser.",
       found_elsewhere("get_parser", "renderers")},
      {"parser-not-kept", "P11.3-03", "A parser is not found under the key that it was registered for.",
       without("parsers")},
      {"parser-is-a-renderer-too", "P11.3-03", "The key of a parser finds a renderer.",
       found_elsewhere("get_renderer", "parsers")},
      {"executor-not-kept", "P11.3-04", "An executor is not found under the key that it was registered for.",
       without("executors")},
      {"executor-is-a-processor-too", "P11.3-04", "The key of an executor finds a processor.",
       found_elsewhere("get_processor", "executors")},
      {"processor-not-kept", "P11.3-05", "A processor is not found under the key that it was registered for.",
       without("processors")},
      {"processor-is-an-executor-too", "P11.3-05", "The key of a processor finds an executor.",
       found_elsewhere("get_executor", "processors")},
      {"components-cleared-with-the-cache", "P11.3-06", "Clearing the cache takes the components along.",
       lost_after_clearing()},
      {"missing-component-is-null", "P11.3-07", "A key without component gives null.",
       changed_reply(
           "lookup",
           [](Reply reply, Json const&) { return is_error_of(reply, "InvokerError") ? answered(nullptr) : reply; })},
      {"missing-component-without-its-key", "P11.3-07", "The message about a missing component leaves the key out.",
       changed_reply("lookup",
                     [](Reply reply, Json const& asked) {
                       if (is_error_of(reply, "InvokerError"))
                         reply.value["message"] = "No " + asked.value("component", "") + " for that key";
                       return reply;
                     })},
      {"components-never-found", "P11.3-07", "No key has a component.",
       changed_reply("lookup", [](Reply, Json const&) { return raised("InvokerError"); })},
      {"own-components-refused", "P11.3-12", "A component that did not come with the runtime is not accepted.",
       changed_reply("registry",
                     [](Reply reply, Json const& asked) {
                       if (!registers_components(asked) || !reply.value.is_array()) return reply;
                       for (Json& answer : reply.value) {
                         if (member(answer, "found") == true) answer = raised_in_step("ValueError");
                       }
                       return reply;
                     })},
      {"foundry-without-processor", "P11.3-19", "There is no processor beside the executor of Foundry.",
       processor_missing("foundry")},
      {"anthropic-without-processor", "P11.3-20", "There is no processor beside the executor of Anthropic.",
       processor_missing("anthropic")},
  };
}

std::vector<Mutant> key_mutants() {
  return {
      {"renderer-by-the-parser", "P11.3-08", "The renderer is looked up by the kind of the parser.",
       other_components([](Json& asked, std::string const& operation) {
         if (operation == "render") look_up_stage(asked, "format", "parser");
       })},
      {"parser-by-the-format", "P11.3-09", "The parser is looked up by the kind of the format.",
       other_components([](Json& asked, std::string const& operation) {
         if (operation == "parse") look_up_stage(asked, "parser", "format");
       })},
      {"executor-by-the-connection", "P11.3-10", "The executor is looked up by the kind of the connection.",
       other_components([](Json& asked, std::string const& operation) {
         if (operation == "execute") look_up_provider(asked);
       })},
      {"processor-by-the-connection", "P11.3-11", "The processor is looked up by the kind of the connection.",
       other_components([](Json& asked, std::string const& operation) {
         if (operation == "process") look_up_provider(asked);
       })},
  };
}

/// Whether the executor that a question needs is one of those that it registers.
bool has_own_executor(Json const& asked) {
  Json const& provider = member(member(member(asked, "agent"), "model"), "provider");
  Json const& executors = registered(asked, "executors");
  return provider.is_string() && executors.is_object() && executors.contains(provider.get<std::string>());
}

Json const& response_of(Json const& asked) {
  if (asked.contains("response")) return asked["response"];
  Json const& executors = registered(asked, "executors");
  return executors.is_object() && !executors.empty() ? *executors.begin() : executors;
}

Reply unprocessed(Reply reply, Json const& asked) {
  if (reply.status != Reply::Status::result || !member(reply.value, "doublesCalled").is_array()) return reply;
  reply.value["value"] = Json{{"type", "json"}, {"value", response_of(asked)}};
  return reply;
}

Rule unprocessed_answers() {
  return [](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const bears = (operation == "run" || operation == "process") && registers_components(params);
    return bears ? unprocessed(std::move(reply), params) : reply;
  };
}

/// Has some registered processor stand in for one that is missing.
Rule some_processor() {
  return other_components([](Json& asked, std::string const& operation) {
    Json const& processors = registered(asked, "processors");
    if (operation != "run" || !has_own_executor(asked) || !processors.is_object() || processors.empty()) return;
    std::string const provider = asked["agent"]["model"]["provider"].get<std::string>();
    if (!processors.contains(provider)) asked["register"]["processors"][provider] = Json(*processors.begin());
  });
}

std::vector<Mutant> provider_mutants() {
  return {
      {"new-provider-not-driven", "P7.8-01", "A request to a provider that did not come with the runtime is not made.",
       changed_reply("run",
                     [](Reply reply, Json const& asked) {
                       return has_own_executor(asked) ? raised("NotImplementedError") : reply;
                     })},
      {"own-processor-not-asked", "P7.8-02", "What a new provider answers is handed on without its processor.",
       unprocessed_answers()},
      {"any-processor-will-do", "P7.8-03", "A processor of another provider reads the answers.", some_processor()},
      {"pair-under-every-key", "P7.8-03", "An executor is found under every key.",
       changed_answers_to("get_executor",
                          [](Json& answer, Json const&) {
                            answer = Json{{"found", true}};
                          })},
      {"pair-not-brought-together", "P7.8-03", "Executor and processor of one key are not taken for a pair.",
       changed_reply(
           "run",
           [](Reply reply, Json const& asked) { return has_own_executor(asked) ? raised("InvokerError") : reply; })},
  };
}

}  // namespace
}  // namespace conformance::mutants::components

namespace conformance::mutants {

std::vector<Mutant> component_mutants() {
  std::vector<Mutant> mutants = components::lookup_mutants();
  for (std::vector<Mutant> const& more : {components::key_mutants(), components::provider_mutants()}) {
    mutants.insert(mutants.end(), more.begin(), more.end());
  }
  return mutants;
}

}  // namespace conformance::mutants

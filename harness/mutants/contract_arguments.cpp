#include <algorithm>
#include <utility>

#include "harness/mutants/batch_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::contract_arguments {
namespace {

using ChangeArguments = std::function<std::string(std::string const& arguments)>;

/// Carries out calls whose arguments are no JSON with others.
Rule other_arguments(std::function<bool(Json const& call)> predicate, ChangeArguments change) {
  return other_batch([predicate = std::move(predicate), change = std::move(change)](Json& asked) {
    if (calls_of_batch(asked).empty()) return;
    for (Json& call : asked["assistant"]["tool_calls"]) {
      if (predicate(call)) call["function"]["arguments"] = change(arguments_of(call));
    }
  });
}

Rule changed_received(std::function<void(Json& received)> change) {
  return changed_batch([change = std::move(change)](Json& result, Json const&) {
    if (!member(result, "calls").is_array()) return;
    for (Json& received : result["calls"]) change(received);
  });
}

std::string without_last_commas(std::string const& arguments) {
  std::string mended;
  for (std::size_t place = 0; place < arguments.size(); ++place) {
    bool const is_last = arguments[place] == ',' && place + 1 < arguments.size() &&
                         (arguments[place + 1] == '}' || arguments[place + 1] == ']');
    if (!is_last) mended += arguments[place];
  }
  return mended;
}

bool has_malformed(Json const& calls) {
  return std::any_of(calls.begin(), calls.end(), is_malformed);
}

Reply refuse_malformed(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const bears = operation == "run_tools" && has_malformed(calls_of_batch(params));
  return bears ? raised("ValueError") : reference(operation, params);
}

void keep_types(Json& schema) {
  Json kept = Json::object();
  for (std::string const name : {"type", "properties", "items", "$ref", "definitions"}) {
    if (schema.contains(name)) kept[name] = schema[name];
  }
  schema = std::move(kept);
}

/// What is wrong below the top is not seen.
Reply look_at_the_top_alone(std::string const& operation, Json const& params, AskReference const& reference) {
  Rule const shallow = other_batch([](Json& asked) {
    if (!member(asked, "tools").is_array()) return;
    for (Json& tool : asked["tools"]) {
      if (!member(tool, "parameters").is_object()) continue;
      tool["parameters"].erase("definitions");
      if (!member(tool["parameters"], "properties").is_object()) continue;
      for (Json& property : tool["parameters"]["properties"]) {
        if (property.is_object()) property.erase("items");
      }
    }
  });
  return shallow(operation, params, reference);
}

Rule without_keyword(std::string name) {
  return other_schemas([name = std::move(name)](Json& schema) { schema.erase(name); });
}

bool has_empty_arguments(Json const& call) {
  return arguments_of(call).empty();
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"arguments-read-before-the-gate", "M3.2.1-02", "A batch with malformed arguments is an error before it begins.",
       refuse_malformed},
      {"tool-handed-the-text", "M3.2.1-03", "A tool is handed its arguments as the model wrote them.",
       changed_received([](Json& received) { received["arguments"] = received["arguments"].dump(); })},
      {"tool-handed-texts-for-numbers", "M3.2.1-03", "A tool is handed its numbers as texts.",
       changed_received([](Json& received) {
         if (!received["arguments"].is_object()) return;
         for (Json& value : received["arguments"]) {
           if (value.is_number()) value = value.dump();
         }
       })},
      {"tool-handed-flat-arguments", "M3.2.1-03", "A tool is handed no lists and objects inside its arguments.",
       changed_received([](Json& received) {
         if (!received["arguments"].is_object()) return;
         for (Json& value : received["arguments"]) {
           if (value.is_structured()) value = nullptr;
         }
       })},
      {"malformed-call-without-arguments", "M3.2.1-04", "With malformed arguments a tool is called with none.",
       other_arguments(is_malformed, [](std::string const&) { return std::string("{}"); })},
      {"last-commas-mended", "M3.2.1-04", "Commas too many are taken out of malformed arguments.",
       other_arguments(is_malformed, without_last_commas)},
      {"empty-arguments-refused", "M3.2.1-04", "Arguments of no text at all are an error.",
       other_arguments(has_empty_arguments, [](std::string const&) { return std::string("-"); })},
      {"siblings-of-malformed-calls-lost", "M3.2.1-04", "With one malformed call in it the whole batch is.",
       [](std::string const& operation, Json const& params, AskReference const& reference) {
         bool const bears = operation == "run_tools" && has_malformed(calls_of_batch(params));
         if (!bears) return reference(operation, params);
         return other_arguments([](Json const&) { return true; }, [](std::string const&) { return std::string("-"); })(
             operation, params, reference);
       }},
      {"schema-not-looked-at", "M3.2.1-05", "Arguments are not held against the parameters of the tool.",
       other_batch([](Json& asked) {
         if (!member(asked, "tools").is_array()) return;
         for (Json& tool : asked["tools"]) tool.erase("parameters");
       })},
      {"types-not-looked-at", "M3.2.1-05", "The types of arguments are not looked at.", without_keyword("type")},
      {"required-not-looked-at", "M3.2.1-05", "Whether all that is required is there is not looked at.",
       without_keyword("required")},
      {"types-alone-looked-at", "M3.2.1-05", "Nothing but the types of arguments is looked at.",
       other_schemas(keep_types)},
      {"top-alone-looked-at", "M3.2.1-05", "Values inside lists and behind references are not looked at.",
       look_at_the_top_alone},
      {"unlisted-arguments-refused", "M3.2.1-05", "An argument that the parameters do not list is an error.",
       other_schemas([](Json& schema) {
         if (schema.contains("properties")) schema["additionalProperties"] = false;
       })},
      {"one-misfit-spoils-the-batch", "M3.2.1-05", "With one call that does not fit no call is carried out.",
       changed_batch([](Json& result, Json const& asked) {
         Json const calls = calls_of_batch(asked);
         std::size_t const received = member(result, "calls").size();
         bool const spoiled = !has_malformed(calls) && member(asked, "gate").is_null() && received < calls.size();
         if (!spoiled) return;
         result["calls"] = Json::array();
         for (Json& message : result["messages"]) message["content"] = "not carried out";
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::contract_arguments

namespace conformance::mutants {

std::vector<Mutant> contract_argument_mutants() {
  return contract_arguments::mutants_of_room();
}

}  // namespace conformance::mutants

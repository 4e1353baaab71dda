#include <utility>

#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/request_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_outputs {
namespace {

/// Changes what stands inside response_format.
Rule changed_named_schema(std::function<void(Json& named, Json const& agent)> change) {
  return changed_format([change = std::move(change)](Json& format, Json const& agent) {
    if (member(format, "json_schema").is_object()) change(format["json_schema"], agent);
  });
}

/// Changes the schema of the outputs.
Rule changed_output_schema(std::function<void(Json& schema)> change) {
  return changed_named_schema([change = std::move(change)](Json& named, Json const&) {
    if (member(named, "schema").is_object()) change(named["schema"]);
  });
}

Rule erased_from_output_properties(std::string key) {
  return changed_output_schema([key = std::move(key)](Json& schema) {
    for (Json& property : schema["properties"]) property.erase(key);
  });
}

bool is_structured(Json const& agent, Json const& message) {
  return !has_calls(message) && has_outputs(agent) && is_json(content_of(message));
}

bool is_unparsable(Json const& agent, Json const& message) {
  return !has_calls(message) && has_outputs(agent) && !content_of(message).empty() && !is_json(content_of(message));
}

bool is_json_unasked(Json const& agent, Json const& message) {
  return !has_calls(message) && !has_outputs(agent) && is_json(content_of(message));
}

/// Adds a sentence to the last message with a text.
void add_to_prompt(Json& body, std::string const& sentence) {
  Json& messages = body["messages"];
  for (std::size_t index = messages.size(); index > 0; --index) {
    Json& message = messages[index - 1];
    if (!member(message, "content").is_string()) continue;
    message["content"] = message["content"].get<std::string>() + "\n" + sentence;
    return;
  }
}

Json only_first(Json const& list) {
  return list.empty() ? list : Json::array({list.front()});
}

std::vector<Mutant> format_mutants() {
  return {
      {"outputs-not-asked-for", "P7.1.6-01", "Outputs play a part only when the answer is read.",
       changed_body([](Json& body, Json const& agent) {
         if (has_outputs(agent)) body.erase("response_format");
       })},
      {"first-output-only", "P7.1.6-01", "Only the first output is asked for.", changed_request([](Json& params) {
         if (has_outputs(member(params, "agent"))) params["agent"]["outputs"] = only_first(params["agent"]["outputs"]);
       })},
      {"schema-one-level-up", "P7.1.6-02", "The parts of the format stand beside its type.",
       changed_format([](Json& format, Json const&) {
         Json const named = member(format, "json_schema");
         format.erase("json_schema");
         if (named.is_object()) format.update(named);
       })},
      {"format-described", "P7.1.6-02", "The format has a description too.",
       changed_named_schema([](Json& named, Json const&) { named["description"] = ""; })},
      {"format-of-another-type", "P7.1.6-02", "The format is of the type for JSON without a schema.",
       changed_format([](Json& format, Json const&) { format["type"] = "json_object"; })},
      {"format-named-after-the-agent", "P7.1.6-03", "The format has the name of the agent, if it has one.",
       changed_named_schema([](Json& named, Json const& agent) {
         if (member(agent, "name").is_string()) named["name"] = Json(agent["name"]);
       })},
      {"format-without-name", "P7.1.6-03", "The format of an agent without a name has none either.",
       changed_named_schema([](Json& named, Json const& agent) {
         if (!member(agent, "name").is_string()) named.erase("name");
       })},
      {"format-not-strict", "P7.1.6-04", "The format leaves open whether it is strict.",
       changed_named_schema([](Json& named, Json const&) { named.erase("strict"); })},
      {"format-strict-false", "P7.1.6-04", "The format is said not to be strict.",
       changed_named_schema([](Json& named, Json const&) { named["strict"] = false; })},
      {"output-schema-open", "P7.1.6-05", "The schema of the outputs is not closed.",
       changed_output_schema([](Json& schema) { schema.erase("additionalProperties"); })},
      {"output-schema-opened", "P7.1.6-05", "The schema of the outputs admits further members.",
       changed_output_schema([](Json& schema) { schema["additionalProperties"] = true; })},
      {"no-outputs-any-json", "P7.1.6-06", "Without outputs JSON of any shape is asked for.",
       changed_body([](Json& body, Json const& agent) {
         if (!has_outputs(agent) && !body.contains("response_format"))
           body["response_format"] = {{"type", "json_object"}};
       })},
      {"no-outputs-empty-schema", "P7.1.6-06", "Without outputs the format has a schema of nothing.",
       changed_body([](Json& body, Json const& agent) {
         if (has_outputs(agent) || body.contains("response_format")) return;
         body["response_format"] = {{"type", "json_schema"}, {"json_schema", {{"schema", Json::object()}}}};
       })},
      {"output-descriptions-unsent", "P7.1.6-07", "The descriptions of outputs are not sent.",
       erased_from_output_properties("description")},
      {"output-enumerations-unsent", "P7.1.6-07", "The enumerations of outputs are not sent.",
       erased_from_output_properties("enum")},
      {"outputs-all-text", "P7.1.6-07", "All outputs are asked for as text.", changed_output_schema([](Json& schema) {
         for (Json& property : schema["properties"]) property["type"] = "string";
       })},
      {"required-outputs-unsaid", "P7.1.6-07", "No output is asked for as required.",
       changed_output_schema([](Json& schema) { schema.erase("required"); })},
  };
}

std::vector<Mutant> answer_mutants() {
  return {
      {"outputs-unparsed", "P7.1.6-08", "Outputs only matter for the request, not for its answer.",
       outcome_where(is_structured, content_as_text)},
      {"outputs-held-against-names", "P7.1.6-08", "An answer that lacks a declared output is an error.",
       changed_outcome([](Reply reply, Json const& agent, Json const& message) {
         if (!is_structured(agent, message)) return reply;
         for (Json const& output : member(agent, "outputs")) {
           if (!parsed(content_of(message)).contains(output.value("name", ""))) return raised("ValueError");
         }
         return reply;
       })},
      {"answers-always-parsed", "P7.1.6-08", "Any answer that is JSON is read as outputs.",
       outcome_where(is_json_unasked, content_as_json)},
      {"schema-in-the-prompt", "P7.7-01", "The schema is written into the prompt and nowhere else.",
       changed_body([](Json& body, Json const& agent) {
         if (!has_outputs(agent) || !body.contains("response_format")) return;
         add_to_prompt(body, body["response_format"].dump());
         body.erase("response_format");
       })},
      {"plain-text-in-the-prompt", "P7.7-01", "Without outputs the prompt asks for plain text.",
       changed_body([](Json& body, Json const& agent) {
         if (!has_outputs(agent)) add_to_prompt(body, "Answer in plain text.");
       })},
      {"value-as-its-text", "P7.7-02", "Structured output is given as the text that it came in.",
       outcome_where(is_structured, content_as_text)},
      {"value-as-compact-text", "P7.7-02", "Structured output is given as text without blanks.",
       outcome_where(is_structured,
                     [](Json const& message) { return outcome("text", parsed(content_of(message)).dump()); })},
      {"unparsable-output-refused", "P7.7-03", "Structured output that is no JSON is an error.",
       outcome_where(is_unparsable, always(raised("ValueError")))},
      {"unparsable-output-as-json", "P7.7-03", "Structured output that is no JSON is given as a JSON string.",
       outcome_where(is_unparsable, [](Json const& message) { return outcome("json", content_of(message)); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_outputs

namespace conformance::mutants {

std::vector<Mutant> openai_output_mutants() {
  std::vector<Mutant> mutants = openai_outputs::format_mutants();
  std::vector<Mutant> const about_answers = openai_outputs::answer_mutants();
  mutants.insert(mutants.end(), about_answers.begin(), about_answers.end());
  return mutants;
}

}  // namespace conformance::mutants

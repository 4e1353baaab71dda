#include <algorithm>
#include <utility>

#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::chat_content {
namespace {

bool text_content(Json const& agent, Json const& message) {
  return !has_calls(message) && !has_outputs(agent) && !content_of(message).empty();
}

bool unset_content(Json const&, Json const& message) {
  return !has_calls(message) && is_unset(message, "content");
}

bool structured_content(Json const& agent, Json const& message) {
  return !has_calls(message) && has_outputs(agent) && is_json(content_of(message));
}

bool unstructured_content(Json const& agent, Json const& message) {
  return !has_calls(message) && has_outputs(agent) && !content_of(message).empty() && !is_json(content_of(message));
}

bool empty_content_for_outputs(Json const& agent, Json const& message) {
  return !has_calls(message) && has_outputs(agent) && content_of(message).empty();
}

bool json_without_outputs(Json const& agent, Json const& message) {
  return !has_calls(message) && !has_outputs(agent) && is_json(content_of(message));
}

bool refused_by_model(Json const&, Json const& message) {
  return !has_calls(message) && member(message, "refusal").is_string();
}

bool is_falsy(Json const& value) {
  return value.is_null() || value == false || value == 0 || value == "";
}

// Pours the declared outputs of the parsed object into a new one.
Reply only_declared(Reply reply, Json const& agent, Json const& message) {
  if (!structured_content(agent, message) || !member(reply.value, "value").is_object()) return reply;
  Json declared = Json::object();
  for (Json const& output : member(agent, "outputs")) {
    std::string const name = member(output, "name").is_string() ? member(output, "name").get<std::string>() : "";
    if (reply.value["value"].contains(name)) declared[name] = reply.value["value"][name];
  }
  return outcome("json", declared);
}

void round_numbers(Json& value) {
  if (value.is_number()) value = static_cast<double>(value.get<float>());
  if (!value.is_structured()) return;
  for (Json& child : value) round_numbers(child);
}

Reply in_single_precision(Json const& message) {
  Json value = parsed(content_of(message));
  round_numbers(value);
  return outcome("json", value);
}

// What lies between the first opening brace and the last closing one, if that is JSON.
Reply dug_out_of_prose(Json const& message) {
  std::string const content = content_of(message);
  std::size_t const open = content.find('{');
  std::size_t const close = content.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open) return outcome("text", content);
  std::string const piece = content.substr(open, close - open + 1);
  return is_json(piece) ? outcome("json", parsed(piece)) : outcome("text", content);
}

/// Commas before a closing bracket are forgiven.
Reply read_leniently(Json const& message) {
  std::string const content = content_of(message);
  std::string mended;
  for (std::size_t index = 0; index < content.size(); ++index) {
    std::size_t const next = content.find_first_not_of(" \t\r\n", index + 1);
    bool const closes = next != std::string::npos && (content[next] == ']' || content[next] == '}');
    if (content[index] != ',' || !closes) mended += content[index];
  }
  return is_json(mended) ? outcome("json", parsed(mended)) : outcome("text", content);
}

Reply as_trimmed_text(Json const& message) {
  return outcome("text", without_outer_blanks(content_of(message)));
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"unset-content-is-null", "P8.1-07", "Without content the result is null.",
       outcome_where(unset_content, always(outcome("text", nullptr)))},
      {"unset-content-refused", "P8.1-07", "Without content an error is raised.",
       outcome_where(unset_content, always(raised("ValueError")))},
      {"content-trimmed", "P8.1-07", "Content loses its outer blanks.", outcome_where(text_content, as_trimmed_text)},
      {"content-lost", "P8.1-07", "Content is the empty text even if it is there.",
       outcome_where(text_content, always(outcome("text", "")))},
      {"structure-unparsed", "P8.1-08", "Structured content is given as text.",
       outcome_where(structured_content, content_as_text)},
      {"structure-only-declared", "P8.1-08", "Only the declared outputs are taken from the parsed object.",
       changed_outcome(only_declared)},
      {"structure-objects-only", "P8.1-08", "Structured content that is no object is given as text.",
       outcome_where(
           [](Json const& agent, Json const& message) {
             return structured_content(agent, message) && !parsed(content_of(message)).is_object();
           },
           content_as_text)},
      {"structure-scalars-wrapped", "P8.1-08", "A parsed value that is no object is put into one.",
       outcome_where(
           [](Json const& agent, Json const& message) {
             return structured_content(agent, message) && !parsed(content_of(message)).is_object();
           },
           [](Json const& message) {
             return outcome("json", {{"value", parsed(content_of(message))}});
           })},
      {"structure-in-single-precision", "P8.1-08", "Numbers of the parsed value lose their last digits.",
       outcome_where(structured_content, in_single_precision)},
      {"unparsable-is-null", "P8.1-09", "Content that does not parse is given as null.",
       outcome_where(unstructured_content, always(outcome("json", nullptr)))},
      {"unparsable-is-empty-object", "P8.1-09", "Content that does not parse is given as an empty object.",
       outcome_where(unstructured_content, always(outcome("json", Json::object())))},
      {"unparsable-trimmed", "P8.1-09", "Content that does not parse loses its outer blanks.",
       outcome_where(unstructured_content, as_trimmed_text)},
      {"unparsable-read-leniently", "P8.1-09", "Content with a comma too many is parsed all the same.",
       outcome_where(unstructured_content, read_leniently)},
      {"unparsable-dug-out", "P8.1-09", "An object amid other text is found and parsed.",
       outcome_where(unstructured_content, dug_out_of_prose)},
      {"empty-content-is-object", "P8.1-10", "With outputs empty content is an empty object.",
       outcome_where(empty_content_for_outputs, always(outcome("json", Json::object())))},
      {"empty-content-is-null", "P8.1-10", "With outputs empty content is null.",
       outcome_where(empty_content_for_outputs, always(outcome("json", nullptr)))},
      {"empty-content-refused", "P8.1-10", "With outputs empty content raises a parse error.",
       outcome_where(empty_content_for_outputs, always(raised("ValueError")))},
      {"falsy-content-counts-as-empty", "P8.1-10", "Content that parses to nothing or zero counts as empty.",
       outcome_where(
           [](Json const& agent, Json const& message) {
             return structured_content(agent, message) && is_falsy(parsed(content_of(message)));
           },
           always(outcome("text", "")))},
      {"json-parsed-without-outputs", "P8.1-11", "Content that is JSON is parsed without outputs too.",
       outcome_where(json_without_outputs, content_as_json)},
      {"json-refused-without-outputs", "P8.1-11", "Content that is JSON raises an error without outputs.",
       outcome_where(json_without_outputs, always(raised("ValueError")))},
      {"json-never-parsed", "P8.1-11", "Content is not parsed with outputs either.",
       outcome_where(structured_content, content_as_text)},
      {"refusal-object-returned", "P8.1-12", "A refusal is given as an object.",
       outcome_where(refused_by_model,
                     [](Json const& message) {
                       return outcome("json", {{"refusal", member(message, "refusal")}});
                     })},
      {"refusal-gives-null", "P8.1-12", "With a refusal the result is null.",
       outcome_where(refused_by_model, always(outcome("json", nullptr)))},
      {"refusal-joined-to-content", "P8.1-12", "A refusal is put behind the content, with a line end between.",
       outcome_where(refused_by_model,
                     [](Json const& message) {
                       return outcome("text",
                                      content_of(message) + "\n" + member(message, "refusal").get<std::string>());
                     })},
      {"null-refusal-refused", "P8.1-12", "The mere presence of the refusal's key raises an error.",
       outcome_where(
           [](Json const&, Json const& message) { return message.contains("refusal") && is_unset(message, "refusal"); },
           always(raised("ValueError")))},
  };
}

}  // namespace
}  // namespace conformance::mutants::chat_content

namespace conformance::mutants {

std::vector<Mutant> chat_content_mutants() {
  return chat_content::mutants_of_room();
}

}  // namespace conformance::mutants

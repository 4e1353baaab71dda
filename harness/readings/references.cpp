#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/reference_rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::mutants::reference_readings {
namespace {

using Keys = std::vector<std::string>;

bool is_loaded(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

std::string hidden(std::string const& text) {
  return with_all_replaced(text, "${", "$" + hidden_mark() + "{");
}

/// A-021: the places of numbers and booleans in a frontmatter, as far as single values go.
bool is_typed_option(Keys const& keys) {
  constexpr std::array<std::string_view, 8> options = {"temperature", "maxOutputTokens",       "topP",
                                                       "topK",        "frequencyPenalty",      "presencePenalty",
                                                       "seed",        "allowMultipleToolCalls"};
  return keys.size() == 3 && keys[0] == "model" && keys[1] == "options" &&
         std::find(options.begin(), options.end(), keys[2]) != options.end();
}

/// The text that a string gives if it is one reference to a variable and nothing else.
std::optional<std::string> text_from_environment(Json const& value, LoadRequest const& request) {
  if (!value.is_string()) return std::nullopt;
  std::vector<FoundReference> const found = references_in(value.get<std::string>());
  if (found.size() != 1 || !found.front().whole || !is_variable(found.front())) return std::nullopt;
  std::optional<std::string> const set = variable_of(request, found.front().name);
  return set ? set : found.front().default_value;
}

/// The options whose value comes from the environment, and the texts that they get.
Json options_from_environment(LoadRequest const& request) {
  Json texts = Json::object();
  for (auto const& [name, value] : member_at(request.frontmatter, {"model", "options"}).items()) {
    std::optional<std::string> const text = text_from_environment(value, request);
    if (text && is_typed_option({"model", "options", name})) texts[name] = *text;
  }
  return texts;
}

/// A-021: what the environment holds stays text, in the place of a number too.
Reply with_options_as_text(Reply reply, LoadRequest const& request, LoadText const& load_text) {
  if (!member_at(request.frontmatter, {"model", "options"}).is_object()) return reply;
  Json const texts = options_from_environment(request);
  if (texts.empty()) return reply;
  Json without = request.frontmatter;
  for (auto const& [name, text] : texts.items()) without["model"]["options"].erase(name);
  Reply changed = load_text(with_frontmatter(request.text, without));
  if (is_loaded(changed)) changed.value["model"]["options"].update(texts);
  return changed;
}

/// A-021: where the field is no text, what the environment holds is read as YAML.
void reparse(Json& frontmatter, LoadRequest const& request) {
  Json& options = frontmatter["model"]["options"];
  for (auto const& [name, value] : options.items()) {
    std::optional<std::string> const text = text_from_environment(value, request);
    if (!text || name == "additionalProperties") continue;
    std::optional<Json> const read = frontmatter_of("---\nvalue: " + *text + "\n---\n.");
    if (read) value = member(*read, "value");
  }
}

bool has_brace(FoundReference const& reference) {
  std::string const inner = reference.text.substr(2, reference.text.size() - 3);
  return inner.find_first_of("{}") != std::string::npos;
}

/// A-059: a mark behind the string makes the first brace close its reference.
std::string closed_by_first_brace(std::string const& text) {
  std::vector<FoundReference> const found = references_in(text);
  bool const is_whole = found.size() == 1 && found.front().whole;
  return is_whole && has_brace(found.front()) ? text + hidden_mark() : text;
}

bool is_lower_case(std::string const& text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Whether a string is text between `${` and a brace as a whole, and no reference; A-055.
bool is_other_reference(std::string const& text) {
  if (!text.starts_with("${") || !text.ends_with("}")) return false;
  std::vector<FoundReference> const found = references_in(text);
  if (found.empty()) return text.find('}') == text.size() - 1;
  return found.front().whole && !is_lower_case(found.front().protocol);
}

bool is_any_string(Json const& value, std::function<bool(std::string const& text)> const& predicate) {
  bool found = false;
  Json visited = value;
  replace_strings(visited, [&](std::string const& text) {
    found = found || predicate(text);
    return text;
  });
  return found;
}

bool is_structured(std::string const& path) {
  return has_suffix(path, ".json") || has_suffix(path, ".yaml") || has_suffix(path, ".yml");
}

bool has_exact_suffix(std::string const& path) {
  return path.ends_with(".json") || path.ends_with(".yaml") || path.ends_with(".yml");
}

/// What a file is worth in place of a reference that is the whole string.
Json value_of(FoundReference const& reference, std::string const& bytes) {
  if (has_suffix(reference.name, ".json")) return Json::parse(bytes, nullptr, false);
  if (!is_structured(reference.name)) return hidden(bytes);
  std::optional<Json> const read =
      frontmatter_of("---\nvalue:\n  " + with_all_replaced(bytes, "\n", "\n  ") + "\n---\n.");
  return read ? member(*read, "value") : Json(nullptr);
}

bool leads_out(FoundReference const& reference) {
  std::filesystem::path const path = reference.name;
  return is_file(reference) && (path.is_absolute() || *path.lexically_normal().begin() == "..");
}

/// A-060: a reference in the place of a shorthand is expanded as the string that it is.
Json expanded_property(Json const& value) {
  if (!value.is_string() || references_in(value.get<std::string>()).empty()) return value;
  return {{"kind", "string"}, {"default", value}};
}

bool is_reference(Json const& value) {
  return value.is_string() && !references_in(value.get<std::string>()).empty();
}

void expand_properties(Json& object, std::string const& list) {
  if (!member(object, list).is_object()) return;
  for (Json& property : object[list]) property = expanded_property(property);
}

void expand_references(Json& frontmatter) {
  if (is_reference(member(frontmatter, "model"))) frontmatter["model"] = {{"id", frontmatter["model"]}};
  if (is_reference(member(frontmatter, "template")))
    frontmatter["template"] = {{"format", {{"kind", frontmatter["template"]}}}};
  for (std::string const list : {"inputs", "outputs"}) expand_properties(frontmatter, list);
  if (!member(frontmatter, "tools").is_array()) return;
  for (Json& tool : frontmatter["tools"]) expand_properties(tool, "parameters");
}

/// A-061: a body that is one reference and nothing else is resolved as if it stood in the frontmatter.
Reply with_body_resolved(Reply reply, LoadRequest const&, LoadText const& load_text) {
  Json const body = is_loaded(reply) ? member(reply.value, "instructions") : Json(nullptr);
  if (!is_reference(body) || !references_in(body.get<std::string>()).front().whole) return reply;
  Reply resolved = load_text(with_frontmatter("---\n---\n.", {{"metadata", {{"body", body}}}}));
  if (!is_loaded(resolved)) return resolved;
  reply.value["instructions"] = resolved.value["metadata"]["body"];
  return reply;
}

/// A-053: variables that hold the empty string are not there.
Rule empty_variables_unset() {
  return [](std::string const& operation, Json const& params, AskReference const& reference) {
    Json changed = params;
    for (std::string const name : {"env", "envAfter"}) {
      if (!member(params, name).is_object()) continue;
      for (auto const& [variable, value] : params[name].items()) {
        if (value == "") changed[name].erase(variable);
      }
    }
    return reference(operation, changed);
  };
}

std::vector<ReadingRule> text_rules() {
  return {
      {.decision = "A-021", .reading = "text", .answer = changed_load_reply(with_options_as_text)},
      {.decision = "A-021",
       .reading = "reparsed",
       .answer = changed_tree([](Json& frontmatter, LoadRequest const& request) {
         if (member_at(frontmatter, {"model", "options"}).is_object()) reparse(frontmatter, request);
       })},
      {.decision = "A-051",
       .reading = "whole-string",
       .answer =
           unresolved([](FoundReference const& reference, Keys const&, Json const&) { return !reference.whole; })},
      {.decision = "A-052",
       .reading = "no-default",
       .answer = replaced_references([](FoundReference const& reference, LoadRequest const&) {
         return reference.default_value == "" ? std::optional("${env:" + reference.name + "}") : std::nullopt;
       })},
      {.decision = "A-053", .reading = "unset", .answer = empty_variables_unset()},
      {.decision = "A-055",
       .reading = "refused",
       .answer = refused_frontmatter(
           "ValueError", [](Json const& frontmatter) { return is_any_string(frontmatter, is_other_reference); })},
      {.decision = "A-055",
       .reading = "lower-case",
       .answer = unresolved([](FoundReference const& reference, Keys const&, Json const&) {
         return !is_lower_case(reference.protocol);
       })},
      {.decision = "A-059",
       .reading = "first-brace",
       .answer = shown(changed_frontmatter_strings(closed_by_first_brace))},
      {.decision = "A-059",
       .reading = "left-alone",
       .answer =
           unresolved([](FoundReference const& reference, Keys const&, Json const&) { return has_brace(reference); })},
      {.decision = "A-060", .reading = "expand-first", .answer = changed_frontmatter_tree(expand_references)},
      {.decision = "A-061", .reading = "body-too", .answer = changed_load_reply(with_body_resolved)},
  };
}

std::vector<ReadingRule> file_rules() {
  return {
      {.decision = "A-056",
       .reading = "anywhere",
       .answer =
           replaced_values([](FoundReference const& reference, LoadRequest const& request) -> std::optional<Json> {
             std::optional<std::string> const bytes = bytes_of(request, reference);
             if (!bytes || !leads_out(reference)) return std::nullopt;
             return value_of(reference, *bytes);
           })},
      {.decision = "A-057",
       .reading = "not-walked",
       .answer = shown(changed_neighbours([](std::filesystem::path const& file, std::string const& bytes) {
         return is_structured(file.string()) ? hidden(bytes) : bytes;
       }))},
      {.decision = "A-058",
       .reading = "exact-case",
       .answer = replaced_references([](FoundReference const& reference, LoadRequest const& request) {
         bool const is_text = is_file(reference) && is_structured(reference.name) && !has_exact_suffix(reference.name);
         std::optional<std::string> const bytes = is_text ? bytes_of(request, reference) : std::nullopt;
         return bytes ? std::optional(hidden(*bytes)) : std::nullopt;
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::reference_readings

namespace conformance::readings {

std::vector<ReadingRule> references() {
  std::vector<ReadingRule> rules = mutants::reference_readings::text_rules();
  std::vector<ReadingRule> const about_files = mutants::reference_readings::file_rules();
  rules.insert(rules.end(), about_files.begin(), about_files.end());
  return rules;
}

}  // namespace conformance::readings

#include <algorithm>

#include "harness/mutants/reference_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::references_scope {
namespace {

using Keys = std::vector<std::string>;

bool is_index(std::string const& key) {
  return key.find_first_not_of("0123456789") == std::string::npos;
}

bool is_below_a_list(Keys const& keys) {
  return std::any_of(keys.begin(), keys.end() - 1, is_index);
}

bool is_in_nested_lists(Keys const& keys) {
  return std::adjacent_find(keys.begin(), keys.end(), [](std::string const& outer, std::string const& inner) {
           return is_index(outer) && is_index(inner);
         }) != keys.end();
}

/// Leaves references alone in the strings to which such keys lead.
Rule unresolved_at(std::function<bool(Keys const& keys)> predicate) {
  return unresolved([predicate = std::move(predicate)](FoundReference const&, Keys const& keys, Json const&) {
    return predicate(keys);
  });
}

Rule unresolved_below(std::string const& name) {
  return unresolved_at(
      [name](Keys const& keys) { return std::find(keys.begin(), keys.end() - 1, name) != keys.end() - 1; });
}

Rule unresolved_embedded(std::function<bool(FoundReference const& reference)> predicate) {
  return unresolved([predicate = std::move(predicate)](FoundReference const& reference, Keys const&, Json const&) {
    return !reference.whole && predicate(reference);
  });
}

/// Looks for references in the body too; `text_of` gives what stands for one, nothing when that is an error.
Rule body_searched(std::function<std::optional<std::string>(FoundReference const&, LoadRequest const&)> text_of) {
  return changed_load_reply([text_of = std::move(text_of)](Reply reply, LoadRequest const& request, LoadText const&) {
    if (reply.status != Reply::Status::result || !reply.value.contains("instructions")) return reply;
    std::string body = reply.value["instructions"].get<std::string>();
    for (FoundReference const& reference : references_in(body)) {
      std::optional<std::string> const text = text_of(reference, request);
      if (!text) return raised("ValueError");
      body = with_all_replaced(body, reference.text, *text);
    }
    reply.value["instructions"] = body;
    return reply;
  });
}

void resolve_keys(Json& value, LoadRequest const& request) {
  if (!value.is_structured()) return;
  for (Json& element : value) resolve_keys(element, request);
  if (!value.is_object()) return;
  Json renamed = Json::object();
  for (auto const& [key, element] : value.items()) {
    std::string name = key;
    for (FoundReference const& reference : references_in(key)) {
      std::optional<std::string> const text = variable_of(request, reference.name);
      if (text) name = with_all_replaced(name, reference.text, *text);
    }
    renamed[name] = element;
  }
  value = renamed;
}

bool has_unset_key(Json const& value, LoadRequest const& request) {
  if (!value.is_structured()) return false;
  for (auto const& [key, element] : value.items()) {
    std::vector<FoundReference> const found = value.is_object() ? references_in(key) : std::vector<FoundReference>();
    bool const is_unset = std::any_of(found.begin(), found.end(), [&](FoundReference const& reference) {
      return !variable_of(request, reference.name);
    });
    if (is_unset || has_unset_key(element, request)) return true;
  }
  return false;
}

void scalars_to_text(Json& value) {
  if (value.is_number() || value.is_boolean()) value = value.dump();
  if (!value.is_structured()) return;
  for (Json& element : value) scalars_to_text(element);
}

std::vector<Mutant> place_mutants() {
  return {
      {"only-the-top-level-resolved", "P2.11-16", "References below the top level stay.",
       unresolved_at([](Keys const& keys) { return keys.size() > 1; })},
      {"top-level-not-resolved", "P2.11-16", "References at the top level stay.",
       unresolved_at([](Keys const& keys) { return keys.size() == 1; })},
      {"two-levels-resolved", "P2.11-16", "References below the second level stay.",
       unresolved_at([](Keys const& keys) { return keys.size() > 2; })},
      {"model-not-resolved", "P2.11-16", "References in the model stay.", unresolved_below("model")},
      {"connection-not-resolved", "P2.11-16", "References in a connection stay.", unresolved_below("connection")},
      {"metadata-not-resolved", "P2.11-16", "References in the metadata stay.", unresolved_below("metadata")},
      {"inputs-not-resolved", "P2.11-16", "References in the declarations of inputs stay.", unresolved_below("inputs")},
      {"bindings-not-resolved", "P2.11-16", "References in bindings stay.", unresolved_below("bindings")},
      {"additional-options-not-resolved", "P2.11-16", "References in additional options stay.",
       unresolved_below("additionalProperties")},
      {"list-elements-not-resolved", "P2.11-17", "A string that is an element of a list stays.",
       unresolved_at([](Keys const& keys) { return is_index(keys.back()); })},
      {"mappings-in-lists-not-resolved", "P2.11-17", "Mappings in a list are not gone through.",
       unresolved_at(is_below_a_list)},
      {"lists-in-lists-not-resolved", "P2.11-17", "A list in a list is not gone through.",
       unresolved_at(is_in_nested_lists)},
      {"first-list-element-resolved", "P2.11-17", "Only the first element of a list is resolved.",
       unresolved_at([](Keys const& keys) {
         return std::any_of(keys.begin(), keys.end(),
                            [](std::string const& key) { return is_index(key) && key != "0"; });
       })},
  };
}

std::vector<Mutant> limit_mutants() {
  return {
      {"body-variables-resolved", "P2.11-18", "Variables that the body refers to are put in.",
       body_searched([](FoundReference const& reference, LoadRequest const& request) {
         return std::optional(variable_of(request, reference.name).value_or(reference.text));
       })},
      {"body-references-demanded", "P2.11-18", "A reference in the body that leads nowhere is an error.",
       body_searched([](FoundReference const& reference, LoadRequest const& request) {
         return is_file(reference) ? bytes_of(request, reference) : variable_of(request, reference.name);
       })},
      {"keys-resolved", "P2.11-19", "References in keys are resolved.", changed_tree(resolve_keys)},
      {"keys-demanded", "P2.11-19", "A key that refers to a variable that is not set is an error.",
       changed_load_reply([](Reply reply, LoadRequest const& request, LoadText const&) {
         return has_unset_key(request.frontmatter, request) ? raised("ValueError") : reply;
       })},
      {"scalars-become-text", "P2.11-19", "Numbers and booleans of the metadata become strings.",
       changed_tree([](Json& frontmatter, LoadRequest const&) {
         if (frontmatter.contains("metadata")) scalars_to_text(frontmatter["metadata"]);
       })},
      {"embedded-references-stay", "P2.11-20", "A reference inside a longer string stays.",
       unresolved_embedded([](FoundReference const&) { return true; })},
      {"embedded-defaults-stay", "P2.11-20", "A reference with a default inside a longer string stays.",
       unresolved_embedded([](FoundReference const& reference) { return reference.default_value.has_value(); })},
      {"embedded-files-stay", "P2.11-20", "A reference to a file inside a longer string stays.",
       unresolved_embedded(is_file)},
      {"first-of-a-string-resolved", "P2.11-20", "Only the first reference of a string is resolved.",
       shown(changed_frontmatter_strings([](std::string const& text) {
         std::size_t const first = text.find("${");
         if (first == std::string::npos) return text;
         std::string const rest = with_all_replaced(text.substr(first + 1), "${", "$" + hidden_mark() + "{");
         return text.substr(0, first + 1) + rest;
       }))},
      {"embedded-values-taken-for-replacements", "P2.11-20", "Two dollar signs of a value inside a text become one.",
       replaced_references([](FoundReference const& reference, LoadRequest const& request) {
         std::optional<std::string> const value = variable_of(request, reference.name);
         bool const embedded = !reference.whole && is_variable(reference) && value;
         return embedded ? std::optional(with_all_replaced(*value, "$$", "$")) : std::nullopt;
       })},
      {"text-around-dropped", "P2.11-20", "A reference takes the place of the whole string.",
       changed_frontmatter_strings([](std::string const& text) {
         std::vector<FoundReference> const found = references_in(text);
         return found.empty() ? text : found.front().text;
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::references_scope

namespace conformance::mutants {

std::vector<Mutant> reference_scope_mutants() {
  std::vector<Mutant> mutants = references_scope::place_mutants();
  std::vector<Mutant> const about_limits = references_scope::limit_mutants();
  mutants.insert(mutants.end(), about_limits.begin(), about_limits.end());
  return mutants;
}

}  // namespace conformance::mutants

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::property_kinds {
namespace {

bool states_kind(Json const& list, std::string const& kind) {
  return list.is_structured() &&
         std::any_of(list.begin(), list.end(), [&](Json const& property) { return member(property, "kind") == kind; });
}

/// Changes the values that are given for inputs of a kind, before the template gets them.
Rule changed_values_of(std::string kind, std::function<void(Json& inputs, std::string const& name)> change) {
  return changed_before_rendering([kind = std::move(kind), change = std::move(change)](Json& agent, Json& inputs) {
    for (Json const& input : member(agent, "inputs")) {
      std::string const name = member(input, "name").get<std::string>();
      if (member(input, "kind") == kind && member(inputs, name) != nullptr) change(inputs, name);
    }
  });
}

std::string escaped(std::string const& text) {
  return with_all_replaced(with_all_replaced(with_all_replaced(text, "&", "&amp;"), "<", "&lt;"), ">", "&gt;");
}

/// Renders and prepares as if inputs of some kinds were of another.
Rule seen_as(std::vector<std::string> kinds, std::string other) {
  return changed_before_rendering([kinds = std::move(kinds), other = std::move(other)](Json& agent, Json const&) {
    if (!agent.contains("inputs")) return;
    for (Json& input : agent["inputs"]) {
      if (std::find(kinds.begin(), kinds.end(), member(input, "kind")) != kinds.end()) input["kind"] = other;
    }
  });
}

/// What goes wrong with any kind: refused, or replaced by another one, wherever a property may stand.
std::vector<Mutant> loading_mutants(std::string const& clause, std::string const& kind, std::string const& other) {
  return {
      {fmt::format("{}-kind-refused", kind), clause, fmt::format("The property kind {} is unknown.", kind),
       refused_frontmatter("ValueError",
                           [kind](Json const& frontmatter) {
                             return states_kind(member(frontmatter, "inputs"), kind) ||
                                    states_kind(member(frontmatter, "outputs"), kind);
                           })},
      {fmt::format("{}-kind-is-{}", kind, other), clause,
       fmt::format("The property kind {} is loaded as {}.", kind, other),
       changed_all_properties([kind, other](Json& property, Json const& source) {
         if (member(source, "kind") == kind) property["kind"] = other;
       })},
  };
}

std::vector<Mutant> value_mutants(std::string const& clause, std::string const& kind) {
  return {
      {fmt::format("{}-value-lost", kind), clause, fmt::format("The template does not get values of kind {}.", kind),
       changed_values_of(kind, [](Json& inputs, std::string const& name) { inputs.erase(name); })},
  };
}

Mutant value_as_text(std::string const& clause, std::string const& kind) {
  return {fmt::format("{}-value-as-text", kind), clause,
          fmt::format("The template gets the JSON text of a value of kind {}.", kind),
          changed_values_of(kind, [](Json& inputs, std::string const& name) {
            Json const& value = inputs[name];
            inputs[name] = value.is_string() ? escaped(value.get<std::string>()) : value.dump();
          })};
}

// A number with a fraction prints as its JSON text, so that nobody could tell that from the number.
std::vector<Mutant> text_mutants() {
  return {value_as_text("P2.7-07", "string"),
          value_as_text("P2.7-08", "integer"),
          value_as_text("P2.7-10", "boolean"),
          value_as_text("P2.7-11", "array"),
          value_as_text("P2.7-12", "object"),
          {"float-value-whole", "P2.7-09", "The template gets numbers without their fraction.",
           changed_values_of("float", [](Json& inputs, std::string const& name) {
             if (inputs[name].is_number()) inputs[name] = static_cast<std::int64_t>(inputs[name].get<double>());
           })}};
}

std::vector<Mutant> rich_mutants() {
  return {
      {"threads-printed", "P2.7-17", "A thread is printed into the text.", seen_as({"thread"}, "array")},
      {"images-printed", "P2.7-17", "An image is printed into the text.", seen_as({"image"}, "string")},
      {"files-printed", "P2.7-17", "A file is printed into the text.", seen_as({"file"}, "string")},
      {"recordings-printed", "P2.7-17", "A recording is printed into the text.", seen_as({"audio"}, "string")},
      {"plain-values-held-back", "P2.7-17", "A plain text is kept out of the template as well.",
       seen_as({"string"}, "file")},
      {"rich-values-lost", "P2.7-17", "Rich values never come back into the messages.",
       changed_prepared([](Json& messages, Json const& agent, Json const&) {
         if (!has_rich_inputs(agent)) return;
         for (Json& message : messages) {
           Json texts = Json::array();
           for (Json const& part : message["content"]) {
             if (member(part, "kind") == "text") texts.push_back(part);
           }
           message["content"] = texts;
         }
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::property_kinds

namespace conformance::mutants {

std::vector<Mutant> property_kind_mutants() {
  using property_kinds::loading_mutants;
  using property_kinds::value_mutants;
  std::vector<Mutant> mutants = property_kinds::rich_mutants();
  for (std::vector<Mutant> const& more :
       {property_kinds::text_mutants(), loading_mutants("P2.7-07", "string", "object"),
        value_mutants("P2.7-07", "string"), loading_mutants("P2.7-08", "integer", "float"),
        value_mutants("P2.7-08", "integer"), loading_mutants("P2.7-09", "float", "integer"),
        value_mutants("P2.7-09", "float"), loading_mutants("P2.7-10", "boolean", "string"),
        value_mutants("P2.7-10", "boolean"), loading_mutants("P2.7-11", "array", "object"),
        value_mutants("P2.7-11", "array"), loading_mutants("P2.7-12", "object", "string"),
        value_mutants("P2.7-12", "object"), loading_mutants("P2.7-13", "thread", "array"),
        loading_mutants("P2.7-14", "image", "string"), loading_mutants("P2.7-15", "file", "string"),
        loading_mutants("P2.7-16", "audio", "file")})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants

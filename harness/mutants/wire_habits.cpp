#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/api_rules.hpp"
#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/request_rules.hpp"
#include "harness/mutants/responses_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::wire_habits {
namespace {

/// Names that every object of JavaScript has without being given them.
bool is_inherited(std::string const& name) {
  static std::set<std::string> const names = {"constructor", "__proto__", "toString"};
  return names.contains(name);
}

bool is_falsy(Json const& value) {
  return value.is_null() || value == false || value == 0 || value == "" || (value.is_structured() && value.empty());
}

bool is_blank(Json const& value) {
  if (!value.is_string() || value == "") return false;
  return value.get<std::string>().find_first_not_of(" \t\r\n") == std::string::npos;
}

bool is_number(Json const& name) {
  std::string const text = name.is_string() ? name.get<std::string>() : "";
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// As a table gives its entries that was filled under their places as texts: "10" stands before "2".
Json by_place_as_text(Json const& list) {
  std::vector<std::pair<std::string, Json>> entries;
  for (std::size_t place = 0; place < list.size(); ++place) entries.emplace_back(std::to_string(place), list[place]);
  std::sort(entries.begin(), entries.end(),
            [](auto const& left, auto const& right) { return left.first < right.first; });
  Json ordered = Json::array();
  for (auto const& [place, entry] : entries) ordered.push_back(entry);
  return ordered;
}

/// As objects of JavaScript give their keys: numbers first, ascending.
void put_numbers_first(Json& names) {
  std::stable_sort(names.begin(), names.end(), [](Json const& left, Json const& right) {
    if (is_number(left) != is_number(right)) return is_number(left);
    if (!is_number(left)) return false;
    return std::stoul(left.get<std::string>()) < std::stoul(right.get<std::string>());
  });
}

Json kept_of(Json const& list, std::function<bool(Json const& element)> const& predicate) {
  Json kept = Json::array();
  std::copy_if(list.begin(), list.end(), std::back_inserter(kept), predicate);
  return kept;
}

Rule kept_values_of_enumerations(std::function<bool(Json const& value)> predicate) {
  return changed_property_schemas([predicate = std::move(predicate)](Json& schema, Json const&) {
    if (member(schema, "enum").is_array()) schema["enum"] = kept_of(schema["enum"], predicate);
  });
}

void lose_inherited_properties(Json& schema, Json const&) {
  if (!member(schema, "properties").is_object()) return;
  Json kept = Json::object();
  for (auto const& [name, property] : schema["properties"].items()) {
    if (!is_inherited(name)) kept[name] = property;
  }
  schema["properties"] = std::move(kept);
}

/// Takes out parameters whose name any object has, be it bound or not.
void strip_inherited(Json& parameters, Json const& tool) {
  if (member(tool, "bindings").empty()) return;
  lose_inherited_properties(parameters, tool);
  if (!member(parameters, "required").is_array()) return;
  parameters["required"] = kept_of(parameters["required"], [](Json const& name) {
    return !name.is_string() || !is_inherited(name.get<std::string>());
  });
  if (parameters["required"].empty()) parameters.erase("required");
}

Rule kept_additional(std::function<bool(std::string const& name, Json const& value)> predicate) {
  return changed_request([predicate = std::move(predicate)](Json& params) {
    if (!additional_properties_of(params["agent"]).is_object()) return;
    Json& additional = params["agent"]["model"]["options"]["additionalProperties"];
    Json kept = Json::object();
    for (auto const& [name, value] : additional.items()) {
      if (predicate(name, value)) kept[name] = value;
    }
    additional = std::move(kept);
  });
}

Json first_text_that_says_something(Json const& message) {
  for (Json const& part : member(message, "content")) {
    if (member(part, "value") != "") return part["value"];
  }
  return "";
}

std::vector<Mutant> schema_habits() {
  return {
      {"null-values-of-enumerations-lost", "P7.1.4-05", "A null among the values of an enumeration is left out.",
       kept_values_of_enumerations([](Json const& value) { return !value.is_null(); })},
      {"falsy-values-of-enumerations-lost", "P7.1.4-05", "Zero, false and empty text are no values of an enumeration.",
       kept_values_of_enumerations([](Json const& value) { return value.is_null() || !is_falsy(value); })},
      {"properties-with-inherited-names-lost", "P7.1.4-03", "A property is lost whose name every object has already.",
       changed_schemas(lose_inherited_properties)},
      {"blank-descriptions-left-out", "P7.1.4-04", "A description of nothing but blanks counts as empty.",
       changed_property_schemas([](Json& schema, Json const&) {
         if (is_blank(member(schema, "description"))) schema.erase("description");
       })},
      {"required-numbers-first", "P7.1.4-06", "Required names that are numbers come first, ascending.",
       changed_schemas([](Json& schema, Json const&) {
         if (member(schema, "required").is_array()) put_numbers_first(schema["required"]);
       })},
      {"inherited-names-count-as-bound", "P7.1.3-12",
       "A tool with bindings loses the parameters whose names every object has already.",
       changed_definitions(
           [](Json& definition, Json const& tool) { strip_inherited(definition["parameters"], tool); })},
      {"anthropic-inherited-names-count-as-bound", "P7.5-17",
       "A tool with bindings loses the parameters whose names every object has already, for Anthropic.",
       changed_anthropic_tool([](Json& wire, Json const& tool) { strip_inherited(wire["input_schema"], tool); })},
      {"definitions-by-place-as-text", "P7.1.3-19", "The eleventh definition stands before the third.",
       changed_wire_tools([](Json& wire_tools, Json const&) { wire_tools = by_place_as_text(wire_tools); })},
  };
}

std::vector<Mutant> other_habits() {
  return {
      {"falsy-additional-options-lost", "P7.1.5-13", "Additional options that are false, zero or empty are not sent.",
       kept_additional([](std::string const&, Json const& value) { return value.is_null() || !is_falsy(value); })},
      {"additional-options-with-inherited-names-lost", "P7.1.5-13",
       "An additional option is taken to be there already when every object has its name.",
       kept_additional([](std::string const& name, Json const&) { return !is_inherited(name); })},
      {"messages-by-place-as-text", "P7.1.1-01", "The eleventh message stands before the third.",
       changed_messages([](Json& wires, Json const&) { wires = by_place_as_text(wires); })},
      {"embedding-texts-by-place-as-text", "P7.2-02", "The eleventh text stands before the third.",
       changed_request_of("embedding",
                          [](Json& body, Json const&, Json const&) {
                            if (member(body, "input").is_array()) body["input"] = by_place_as_text(body["input"]);
                          })},
      {"output-of-the-first-text-that-says-something", "P7.4.1-07", "An empty first text is passed over.",
       changed_input_items([](Json& items, Json const& message) {
         if (has_stored_call(message) && items.size() == 2)
           items[1]["output"] = first_text_that_says_something(message);
       })},
      {"anthropic-zero-top-k-lost", "P7.5-11", "A topK of zero is not sent to Anthropic.",
       changed_anthropic_request([](Json& body, Json const&, Json const&) {
         if (member(body, "top_k") == 0) body.erase("top_k");
       })},
      {"anthropic-blank-system-lost", "P7.5-02", "A system text of nothing but blanks is not sent to Anthropic.",
       changed_anthropic_request([](Json& body, Json const&, Json const&) {
         if (is_blank(member(body, "system"))) body.erase("system");
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::wire_habits

namespace conformance::mutants {

std::vector<Mutant> wire_habit_mutants() {
  std::vector<Mutant> all = wire_habits::schema_habits();
  std::vector<Mutant> others = wire_habits::other_habits();
  std::move(others.begin(), others.end(), std::back_inserter(all));
  return all;
}

}  // namespace conformance::mutants

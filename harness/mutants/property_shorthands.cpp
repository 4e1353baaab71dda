#include <algorithm>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::property_shorthands {
namespace {

using IsValue = bool (*)(Json const& value);

bool describes_property(Json const& source) {
  static std::vector<std::string> const names = {"kind", "description", "required", "default", "example", "enumValues"};
  return source.is_object() &&
         std::any_of(names.begin(), names.end(), [&](std::string const& name) { return source.contains(name); });
}

bool is_short(Json const& source) {
  return !source.is_null() && !describes_property(source);
}

/// Changes the properties of these lists that are written in short form with such a value.
Rule changed_short(std::vector<std::string> lists, std::function<bool(Json const& source)> predicate,
                   std::function<void(Json& property, Json const& source)> change) {
  return changed_properties(std::move(lists), [predicate = std::move(predicate), change = std::move(change)](
                                                  Json& property, Json const& source) {
    if (is_short(source) && predicate(source)) change(property, source);
  });
}

/// The kind that the short form gives for such a value is another one.
Rule inferred_as(std::string kind, std::function<bool(Json const& source)> predicate) {
  return changed_short({"inputs", "outputs"}, std::move(predicate),
                       [kind = std::move(kind)](Json& property, Json const&) { property["kind"] = kind; });
}

/// Files are refused that use the short form with such a value.
Rule refused_short(std::vector<std::string> lists, std::function<bool(Json const& source)> predicate) {
  return refused_frontmatter(
      "ValueError", [lists = std::move(lists), predicate = std::move(predicate)](Json const& frontmatter) {
        return std::any_of(lists.begin(), lists.end(), [&](std::string const& list) {
          Json const& sources = member(frontmatter, list);
          return sources.is_object() && std::any_of(sources.begin(), sources.end(), [&](Json const& source) {
                   return is_short(source) && predicate(source);
                 });
        });
      });
}

bool is_text(Json const& value) {
  return value.is_string();
}
bool is_integer(Json const& value) {
  return value.is_number_integer();
}
bool is_float(Json const& value) {
  return value.is_number_float();
}
bool is_boolean(Json const& value) {
  return value.is_boolean();
}
bool is_list(Json const& value) {
  return value.is_array();
}
bool is_mapping(Json const& value) {
  return value.is_object();
}

/// A reference says nothing of the value that comes in its place.
bool is_written_out(Json const& value) {
  return !value.is_string() || value.get<std::string>().find("${") == std::string::npos;
}

bool names_a_kind(Json const& value) {
  static std::vector<std::string> const kinds = {"string", "integer", "float", "boolean", "array", "object"};
  return std::find(kinds.begin(), kinds.end(), value) != kinds.end();
}

void value_into(Json& property, Json const& source, std::string const& field) {
  property.erase("default");
  property[field] = as_text(source);
}

/// What is described in full becomes the default of an object.
void whole_as_default(Json& property, Json const& source) {
  if (!describes_property(source)) return;
  property = {{"name", property["name"]}, {"kind", "object"}, {"default", source}};
}

std::vector<Mutant> form_mutants() {
  return {
      {"short-value-is-kind", "P2.7-18", "The short form of a property gives its kind.",
       changed_short({"inputs"}, is_written_out,
                     [](Json& property, Json const& source) { value_into(property, source, "kind"); })},
      {"short-value-is-description", "P2.7-18", "The short form of a property gives its description.",
       changed_short({"inputs"}, is_written_out,
                     [](Json& property, Json const& source) { value_into(property, source, "description"); })},
      {"short-value-lost", "P2.7-18", "The short form of a property gives no default.",
       changed_short({"inputs"}, is_written_out, [](Json& property, Json const&) { property.erase("default"); })},
      {"short-value-names-kind", "P2.7-18", "The short form of a property gives its kind if it is the name of one.",
       changed_short({"inputs"}, names_a_kind,
                     [](Json& property, Json const& source) { value_into(property, source, "kind"); })},
      {"long-form-is-default", "P2.7-18", "A property that is described in full is taken for a default.",
       changed_properties({"inputs"}, whole_as_default)},
      {"short-outputs-refused", "P2.7-19", "Outputs cannot be written in short form.",
       refused_short({"outputs"}, is_written_out)},
      {"short-outputs-lost", "P2.7-19", "The short form of an output gives no default.",
       changed_short({"outputs"}, is_written_out, [](Json& property, Json const&) { property.erase("default"); })},
      {"long-outputs-are-defaults", "P2.7-19", "An output that is described in full is taken for a default.",
       changed_properties({"outputs"}, whole_as_default)},
  };
}

std::vector<Mutant> inference_mutants() {
  return {
      {"text-inferred-as-object", "P2.7-20", "Text in short form gives the kind of a mapping.",
       inferred_as("object", is_text)},
      {"quoted-number-inferred", "P2.7-20", "A number in quotes gives the kind of a number.",
       inferred_as("integer", [](Json const& value) { return is_text(value) && as_number(value).is_number(); })},
      {"quoted-boolean-inferred", "P2.7-20", "True and false in quotes give the kind of a boolean.",
       inferred_as("boolean", [](Json const& value) { return value == "true" || value == "false"; })},
      {"empty-text-inferred", "P2.7-20", "An empty text gives a property without default.",
       changed_short(
           {"inputs", "outputs"}, [](Json const& value) { return value == ""; },
           [](Json& property, Json const&) { property.erase("default"); })},
      {"integer-inferred-as-float", "P2.7-21", "A whole number gives the kind of numbers with a fraction.",
       inferred_as("float", is_integer)},
      {"integer-inferred-as-string", "P2.7-21", "A whole number gives the kind of text.",
       inferred_as("string", is_integer)},
      {"negative-inferred-as-string", "P2.7-21", "A number with a sign gives the kind of text.",
       inferred_as("string", [](Json const& value) { return is_integer(value) && value.get<std::int64_t>() < 0; })},
      {"float-inferred-as-integer", "P2.7-22", "A number whose fraction is zero gives the kind of whole numbers.",
       inferred_as("integer",
                   [](Json const& value) {
                     return is_float(value) && value.get<double>() == static_cast<double>(value.get<std::int64_t>());
                   })},
      {"float-inferred-as-string", "P2.7-22", "A number with a fraction gives the kind of text.",
       inferred_as("string", is_float)},
      {"boolean-inferred-as-integer", "P2.7-23", "True and false give the kind of whole numbers.",
       inferred_as("integer", is_boolean)},
      {"boolean-inferred-as-string", "P2.7-23", "True and false give the kind of text.",
       inferred_as("string", is_boolean)},
      {"false-inferred-as-nothing", "P2.7-23", "False in short form gives a property without default.",
       changed_short(
           {"inputs", "outputs"}, [](Json const& value) { return value == false; },
           [](Json& property, Json const&) { property.erase("default"); })},
      {"list-inferred-as-object", "P2.7-24", "A list gives the kind of mappings.", inferred_as("object", is_list)},
      {"list-inferred-as-string", "P2.7-24", "A list gives the kind of text.", inferred_as("string", is_list)},
      {"short-list-refused", "P2.7-24", "A list in place of a property is refused.",
       refused_short({"inputs", "outputs"}, is_list)},
      {"mapping-inferred-as-string", "P2.7-25", "A mapping gives the kind of text.", inferred_as("string", is_mapping)},
      {"short-mapping-refused", "P2.7-25", "A mapping that describes no property is refused.",
       refused_short({"inputs", "outputs"}, is_mapping)},
      {"mapping-is-always-default", "P2.7-25", "A mapping is a default, even if it says its kind.",
       changed_properties({"inputs", "outputs"},
                          [](Json& property, Json const& source) {
                            if (!source.contains("name")) whole_as_default(property, source);
                          })},
      {"mapping-without-kind-is-default", "P2.7-25", "A mapping without a kind is a default, whatever else it says.",
       changed_properties({"inputs", "outputs"},
                          [](Json& property, Json const& source) {
                            if (!source.contains("kind")) whole_as_default(property, source);
                          })},
  };
}

}  // namespace
}  // namespace conformance::mutants::property_shorthands

namespace conformance::mutants {

std::vector<Mutant> property_shorthand_mutants() {
  std::vector<Mutant> mutants = property_shorthands::form_mutants();
  std::vector<Mutant> const about_kinds = property_shorthands::inference_mutants();
  mutants.insert(mutants.end(), about_kinds.begin(), about_kinds.end());
  return mutants;
}

}  // namespace conformance::mutants

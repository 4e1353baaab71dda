#include "prompty/load/codecs.hpp"

#include <algorithm>
#include <array>

#include "prompty/core/errors.hpp"

namespace prompty::property_codec {
namespace {

// P2.7-25, A-023: a mapping with any of these describes a property; another one is itself the default.
constexpr std::array<std::string_view, 6> property_members = {"kind",    "description", "required",
                                                              "default", "example",     "enumValues"};

std::string inferred_kind(Json const& value) {
  // P2.7-21, P2.7-23, P2.7-24: reading the YAML has settled the type.
  if (value.is_boolean()) return "boolean";
  if (value.is_number_integer()) return "integer";
  // P2.7-22: 3.0 was read as a float and stays one.
  if (value.is_number_float()) return "float";
  if (value.is_array()) return "array";
  if (value.is_object()) return "object";
  // P2.7-20: digits in quotes were read as text.
  return "string";
}

/// P4.2-01, A-014: a field of a property that is null is as if it were not written. Nothing else is taken out.
Json without_null_fields(Json value) {
  if (!value.is_object()) return value;
  for (std::string_view const member : property_members) {
    Json::const_iterator const found = value.find(member);
    if (found != value.end() && found->is_null()) value.erase(found);
  }
  return value;
}

bool describes_property(Json const& value) {
  if (!value.is_object()) return false;
  if (value.empty()) return true;
  return std::any_of(property_members.begin(), property_members.end(),
                     [&](std::string_view member) { return value.contains(member); });
}

Property read_members(std::string name, ObjectReader const& members) {
  // P2.7-27: a value of any type; only null counts as absent.
  std::optional<Json> const default_value = members.any("default");
  // P2.7-01, P4.2-03, A-024: the default decides the kind when nothing else does.
  std::string const fallback = default_value ? inferred_kind(*default_value) : "string";
  // P2.7-02: the list form and the mapping form both end here.
  Property property{.name = std::move(name),
                    .kind = members.text("kind").value_or(fallback),
                    .description = members.text("description"),
                    .required = members.boolean("required"),
                    .default_value = default_value,
                    // P2.7-06, P2.7-26, P4.2-14: values of any type, copied and not compared with one another.
                    .example = members.any("example"),
                    .enum_values = members.list("enumValues")};
  members.report_unread();
  return property;
}

Property read_named(std::string const& name, Json const& value, std::string const& path, Reading const& reading) {
  // P4.2-02, A-014: the name must exist for templates although nothing is said about it.
  if (value.is_null()) return {.name = name};
  Json written = without_null_fields(value);
  if (describes_property(written)) return read_members(name, ObjectReader(value, path, reading));
  // P2.7-18: what does not describe a property is itself the default.
  Property shorthand{.name = name, .kind = inferred_kind(written)};
  shorthand.default_value = std::move(written);
  return shorthand;
}

std::vector<Property> read_list(Json const& list, std::string const& path, Reading const& reading) {
  std::vector<Property> properties;
  std::set<std::string> names;
  for (Json const& element : list) {
    std::string const here = element_path(path, properties.size());
    ObjectReader const members(element, here, reading);
    // P4.2-04: nothing could refer to an entry without a name.
    std::string const name = members.filled_text("name", "each entry of the list a name");
    // P4.2-05: which of the two a template means would be a guess.
    refuse_duplicate(members, name, names);
    properties.push_back(read_members(name, members));
  }
  return properties;
}

}  // namespace

void refuse_duplicate(ObjectReader const& entry, std::string const& name, std::set<std::string>& names) {
  if (name.empty() || names.insert(name).second) return;
  std::string const path = entry.path_of("name");
  throw_or_report(
      entry.reading().listener,
      errors::about_property(path, fmt::format("{}: the name '{}' is taken by an earlier entry", path, name),
                             "names must differ"));
}

std::vector<Property> read(Json const& value, std::string const& path, Reading const& reading) {
  if (value.is_null()) return {};
  // P2.3-06: each entry of a list says its own name.
  if (value.is_array()) return read_list(value, path, reading);
  if (!value.is_object()) {
    refuse(reading, path, "a list or a mapping", value);
    return {};
  }
  std::vector<Property> properties;
  // P2.3-07: the key is the name, so the entry needs none.
  for (auto const& [name, entry] : value.items()) {
    properties.push_back(read_named(name, entry, fmt::format("{}.{}", path, name), reading));
  }
  return properties;
}

Json write(std::vector<Property> const& properties) {
  Json list = Json::array();
  for (Property const& property : properties) {
    Json shown{{"name", property.name}, {"kind", property.kind}};
    put(shown, "description", property.description);
    put(shown, "required", property.required);
    put(shown, "default", property.default_value);
    put(shown, "example", property.example);
    put_unless_empty(shown, "enumValues", property.enum_values);
    list.push_back(std::move(shown));
  }
  return list;
}

}  // namespace prompty::property_codec

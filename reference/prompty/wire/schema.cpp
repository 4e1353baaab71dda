#include "prompty/wire/schema.hpp"

#include "prompty/core/json_text.hpp"
#include "prompty/wire/errors.hpp"

namespace prompty::wire {
namespace {

/// P2.7-07, P2.7-08, P2.7-09, P2.7-10, P2.7-11, P2.7-12: the plain kinds; JSON Schema renames float only.
/// P7.1.4-10: the only table of types; parameters, outputs and inputs of a child all come through here.
std::string json_type(Property const& property) {
  std::string const& kind = property.kind;
  // P7.1.4-13: the one kind that JSON Schema calls by another name.
  if (kind == "float") return "number";
  // P7.1.4-11, P7.1.4-12, P7.1.4-14, P7.1.4-15, P7.1.4-16: these are called alike in JSON Schema.
  if (kind == "string" || kind == "integer" || kind == "boolean" || kind == "array" || kind == "object") return kind;
  // a URL or base64 is text.
  if (kind == "image" || kind == "file" || kind == "audio") return "string";
  throw errors::property_kind_has_no_type(property.name, kind);
}

/// P7.1.4-08: name, default, example and the like are for the runtime; the schema of a property does not hold them.
Json property_schema(Property const& property) {
  Json schema = Json::object();
  schema["type"] = json_type(property);
  // P7.1.4-04: an empty description says nothing.
  if (property.description && !property.description->empty()) schema["description"] = *property.description;
  // P7.1.4-05: an empty enum would allow no value at all; the values keep their types.
  if (!property.enum_values.empty()) schema["enum"] = property.enum_values;
  return schema;
}

}  // namespace

Json schema_to_wire(std::vector<Property> const& properties) {
  json_text::ObjectBuilder known;
  Json required = Json::array();
  for (Property const& property : properties) {
    bool const is_required = property.required.value_or(false);
    if (property.kind == "thread") {
      if (is_required) throw errors::required_thread_has_no_type(property.name);
      continue;
    }
    // P7.1.4-03: our JSON objects inherit no members, so any name is an ordinary one here.
    known.set(property.name, property_schema(property));
    // P7.1.4-06: in the order of the list, like the members of `properties`.
    if (is_required) required.push_back(property.name);
  }
  Json schema = Json::object();
  schema["type"] = "object";
  // P7.1.3-04, P7.1.4-02: sent even without members, so that a function without parameters has a schema too.
  schema["properties"] = known.take();
  // P7.1.4-07: an empty list is not sent.
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

void close_schema(Json& schema) {
  // P7.1.4-09: added here and not by the conversion, since only strict tools and outputs are closed.
  schema["additionalProperties"] = false;
}

}  // namespace prompty::wire

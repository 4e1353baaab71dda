#include "prompty/wire/requests.hpp"

#include <algorithm>
#include <iterator>
#include <set>

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
  // P7.10-06, A-072: a URL or base64 is text.
  if (kind == "image" || kind == "file" || kind == "audio") return "string";
  throw errors::property_kind_has_no_type(property.name, kind);
}

Json property_schema(Property const& property, Strictness strictness);

/// P7.10-04: strict branches inside of a strict schema.
Json branches_of(std::vector<Property> const& branches, Strictness strictness) {
  Json schemas = Json::array();
  for (Property const& branch : branches) schemas.push_back(property_schema(branch, strictness));
  return schemas;
}

/// What says which values a property has: a type, and what it holds, or the branches of a union.
Json values_of(Property const& property, Strictness strictness) {
  if (property.kind == "union") {
    // P7.10-03: with both it would be open which of them counts.
    if (property.one_of.empty() == property.any_of.empty()) throw errors::union_of_no_list(property.name);
    // P7.10-02: the keyword alone, without a type.
    if (property.any_of.empty()) return Json{{"oneOf", branches_of(property.one_of, strictness)}};
    return Json{{"anyOf", branches_of(property.any_of, strictness)}};
  }
  Json schema{{"type", json_type(property)}};
  // P7.1.4-17: by the conversion of every property, so that lists of lists are converted as well.
  if (property.kind == "array" && !property.items.empty()) {
    schema["items"] = property_schema(property.items.front(), strictness);
  }
  // P7.1.4-18: by the conversion of a list, at any depth.
  if (property.kind == "object" && !property.properties.empty()) {
    schema.update(schema_to_wire(property.properties, strictness));
  }
  return schema;
}

/// P7.1.4-23, P7.10-01: null beside the values that it has.
void allow_null(Json& schema) {
  for (char const* const keyword : {"oneOf", "anyOf"}) {
    // P7.10-05: in the same list, where it is one branch more.
    if (schema.contains(keyword)) schema[keyword].push_back(Json{{"type", "null"}});
  }
  if (schema.contains("type")) schema["type"] = Json::array({schema["type"], "null"});
  // an enumeration without null would take it away again.
  if (!schema.contains("enum")) return;
  Json& values = schema["enum"];
  if (std::find(values.begin(), values.end(), Json()) == values.end()) values.push_back(nullptr);
}

/// P7.1.4-08, P7.1.4-21, P7.1.4-26: name, default, example and the like are for the runtime; the schema of a property
/// does not hold them.
Json property_schema(Property const& property, Strictness strictness) {
  Json schema = values_of(property, strictness);
  // P7.1.4-04: an empty description says nothing.
  if (property.description && !property.description->empty()) schema["description"] = *property.description;
  // P7.1.4-05: an empty enum would allow no value at all; the values keep their types.
  if (!property.enum_values.empty()) schema["enum"] = property.enum_values;
  if (property.nullable.value_or(false)) allow_null(schema);
  return schema;
}

/// The schema as the model may see it (P2.9.1-03). Bound values never were in it, and without the names nothing is left
/// of a binding (P2.9.1-02).
Json without_bound(Json parameters, Json const& bindings) {
  if (bindings.empty()) return parameters;
  if (parameters.contains("properties")) {
    // P7.1.3-12, P2.9.1-13: the host supplies the value, whatever it is, so the model does not learn of the parameter.
    for (auto const& [bound, value] : bindings.items()) parameters["properties"].erase(bound);
  }
  if (!parameters.contains("required")) return parameters;

  Json const& required = parameters["required"];
  // P7.1.3-13: a bound parameter that was optional is not listed here, which is no error.
  Json kept = Json::array();
  std::copy_if(required.begin(), required.end(), std::back_inserter(kept),
               [&](Json const& name) { return !name.is_string() || !bindings.contains(name.get<std::string>()); });
  // stripping must not leave an empty list behind, but an empty one that was found stays.
  if (kept.empty() && !required.empty()) {
    parameters.erase("required");
  } else {
    parameters["required"] = std::move(kept);
  }
  return parameters;
}

bool is_strict(Tool const& tool) {
  FunctionTool const* const function = std::get_if<FunctionTool>(&tool.details);
  return function != nullptr && function->strict.value_or(false);
}

std::vector<ToolDefinition> definitions_of(Tool const& tool, Edition edition) {
  if (FunctionTool const* const function = std::get_if<FunctionTool>(&tool.details)) {
    // P7.1.3-24, A-510: the schema of a strict tool is a strict one.
    Strictness const strictness = is_strict(tool) ? strictness_in(edition) : Strictness::none;
    // P7.1.3-03: the file says all there is to know, so that no server is needed.
    return {{.name = tool.name,
             .description = tool.description,
             .parameters = schema_to_wire(function->parameters, strictness)}};
  }
  // P7.1.3-01: a tool of which nothing was found out is an error, since leaving it out would go unnoticed.
  if (!tool.offered) throw errors::tool_kind_not_offered(tool.name, kind_of(tool));
  std::vector<ToolDefinition> allowed = *tool.offered;
  std::erase_if(allowed, [&](ToolDefinition const& definition) { return !allows(tool, definition.name); });
  return allowed;
}

Json function_to_wire(ToolDefinition definition, Tool const& tool) {
  Json function{{"name", std::move(definition.name)}};
  // P2.9-05: the model chooses by it. A-069: no key rather than an empty or null one.
  if (definition.description && !definition.description->empty()) function["description"] = *definition.description;
  // P2.9.1-07, P7.1.3-14: all formats, and all requests of a turn, take their definitions from here, whatever the tool.
  function["parameters"] = without_bound(std::move(definition.parameters), tool.bindings);
  // P7.1.3-18: `strict: false` is left out like a missing one.
  if (is_strict(tool)) {
    // P7.1.3-15, P7.1.3-17: a member of the function; the schema of its parameters does not repeat it.
    function["strict"] = true;
    close_schema(function["parameters"]);
  }
  return function;
}

/// P7.10-07, A-511: closes the objects inside of a schema that say what they hold.
void close_inner(Json& schema) {
  if (schema.contains("items")) close_inner(schema["items"]);
  for (char const* const keyword : {"oneOf", "anyOf"}) {
    if (!schema.contains(keyword)) continue;
    for (Json& branch : schema[keyword]) close_inner(branch);
  }
  if (!schema.contains("properties")) return;
  schema["additionalProperties"] = false;
  for (Json& property : schema["properties"]) close_inner(property);
}

}  // namespace

ModelOptions options_of(PromptyAgent const& agent) {
  // P2.4-09, P7.1.5-02: without options nothing is sent; the provider has defaults of its own.
  return agent.model ? agent.model->options.value_or(ModelOptions{}) : ModelOptions{};
}

Json request_for_model(PromptyAgent const& agent) {
  Json request = Json::object();
  // P2.4-03, P7.1.7-01, P7.2-09, P7.3-09, P7.4.1-10, P7.5-23: letter by letter; there is no default model.
  if (agent.model && agent.model->id) request["model"] = *agent.model->id;
  return request;
}

void add_missing(Json& object, Json const& additional) {
  for (auto const& [name, value] : additional.items()) {
    if (!object.contains(name)) object[name] = value;
  }
}

Strictness strictness_in(Edition edition) {
  return strict_requires_all(edition) ? Strictness::everything_required : Strictness::none;
}

Json schema_to_wire(std::vector<Property> const& properties, Strictness strictness) {
  bool const requires_all = strictness == Strictness::everything_required;
  json_text::ObjectBuilder known;
  Json required = Json::array();
  for (Property const& property : properties) {
    bool const is_required = property.required.value_or(false);
    if (property.kind == "thread") {
      if (is_required) throw errors::required_thread_has_no_type(property.name);
      continue;
    }
    // P7.1.4-03: our JSON objects inherit no members, so any name is an ordinary one here.
    Json schema = property_schema(property, strictness);
    // P7.1.4-23: what may be left out elsewhere is null here.
    if (requires_all && !is_required && !property.nullable.value_or(false)) allow_null(schema);
    known.set(property.name, std::move(schema));
    // P7.1.4-06, P7.1.4-19, P7.1.4-22: in the order of the list, like the members of `properties`.
    if (requires_all || is_required) required.push_back(property.name);
  }
  Json schema{{"type", "object"}};
  // P7.1.3-04, P7.1.4-02: sent even without members, so that a function without parameters has a schema too.
  schema["properties"] = known.take();
  // P7.1.4-07, P7.1.4-20: an empty list is not sent.
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

void close_schema(Json& schema) {
  // P7.1.4-09, P7.1.4-24: added here and not by the conversion, since only strict tools and outputs are closed.
  schema["additionalProperties"] = false;
  close_inner(schema);
}

Json tools_to_wire(std::vector<Tool> const& tools, Edition edition) {
  Json wire_tools = nullptr;
  std::set<std::string> names;
  // P7.1.3-19: in the order of the tools, and within each tool in that of its functions.
  for (Tool const& tool : tools) {
    for (ToolDefinition& definition : definitions_of(tool, edition)) {
      if (!names.insert(definition.name).second) throw errors::function_offered_twice(definition.name, tool.name);
      // P7.1.3-02: `type` alone stands outside of `function`; Responses and Anthropic want it flat.
      wire_tools.push_back(Json{{"type", "function"}, {"function", function_to_wire(std::move(definition), tool)}});
    }
  }
  return wire_tools;
}

}  // namespace prompty::wire

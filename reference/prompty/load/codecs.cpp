#include "prompty/load/codecs.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "prompty/core/errors.hpp"
#include "prompty/core/match.hpp"

namespace prompty {
namespace {

/// Throws or reports that the name of a list entry is taken; otherwise adds it to `names`, unless it is "".
void refuse_duplicate(ObjectReader const& entry, std::string const& name, std::set<std::string>& names) {
  if (name.empty() || names.insert(name).second) return;
  std::string const path = entry.path_of("name");
  throw_or_report(
      entry.reading().listener,
      errors::about_property(path, fmt::format("{}: the name '{}' is taken by an earlier entry", path, name),
                             "names must differ"));
}

std::optional<Connection> read_known(std::string const& kind, ObjectReader const& members) {
  if (kind == "key") return KeyConnection{.endpoint = members.text("endpoint"), .api_key = members.text("apiKey")};
  if (kind == "reference") return ReferenceConnection{.name = members.text("name")};
  if (kind == "remote") return RemoteConnection{.endpoint = members.text("endpoint"), .target = members.text("target")};
  if (kind == "anonymous") return AnonymousConnection{.endpoint = members.text("endpoint")};
  if (kind == "foundry") return FoundryConnection{.endpoint = members.text("endpoint")};
  if (kind == "oauth") {
    return OAuthConnection{.endpoint = members.text("endpoint"),
                           .authentication_mode = members.text("authenticationMode")};
  }
  return std::nullopt;
}

/// Members that its kind does not have are left out, those of an unknown kind are all kept.
Connection read_connection(Json const& value, std::string const& path, Reading const& reading) {
  ObjectReader const members(value, path, reading);
  // P2.5-02: the other fields are no hint, not even an apiKey.
  std::string const kind = members.text("kind").value_or("");
  if (std::optional<Connection> known = read_known(kind, members)) {
    members.report_unread();
    return *std::move(known);
  }
  // P4.2-08, A-017: its meaning is up to the provider.
  UnknownConnection unknown{.kind = kind, .fields = value.is_object() ? value : Json::object()};
  unknown.fields.erase("kind");
  return unknown;
}

void put_connection(Json& owner, std::optional<Connection> const& connection) {
  if (!connection) return;
  Json& shown = owner["connection"] = Json::object();
  if (std::string const kind = kind_of(*connection); !kind.empty()) shown["kind"] = kind;
  match(
      *connection, [&](UnknownConnection const& unknown) { shown.update(unknown.fields); },
      [&](auto const& known) {
        if constexpr (requires { known.endpoint; }) put(shown, "endpoint", known.endpoint);
        if constexpr (requires { known.api_key; }) put(shown, "apiKey", known.api_key);
        if constexpr (requires { known.name; }) put(shown, "name", known.name);
        if constexpr (requires { known.target; }) put(shown, "target", known.target);
        if constexpr (requires { known.authentication_mode; }) {
          put(shown, "authenticationMode", known.authentication_mode);
        }
      });
}

}  // namespace

namespace property_codec {
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

bool is_property_member(std::string_view name) {
  return std::find(property_members.begin(), property_members.end(), name) != property_members.end();
}

/// P4.2-01, A-014: a field of a property that is null is as if it were not written.
bool describes_property(Json const& value) {
  if (!value.is_object()) return false;
  bool is_empty = true;
  for (auto const& [name, member] : value.items()) {
    bool const is_field = is_property_member(name);
    if (is_field && !member.is_null()) return true;
    is_empty = is_empty && is_field;
  }
  return is_empty;
}

/// Of what describes no property, in which every field is null.
Json without_null_fields(Json value) {
  if (!value.is_object()) return value;
  for (std::string_view const field : property_members) value.erase(std::string(field));
  return value;
}

Property read_nameless(Json const& value, std::string const& path, Reading const& reading);

std::vector<Property> read_branches(Json const& value, std::string const& path, Reading const& reading) {
  if (!value.is_array()) {
    refuse(reading, path, "a list", value);
    return {};
  }
  std::vector<Property> branches;
  for (Json const& branch : value) {
    branches.push_back(read_nameless(branch, element_path(path, branches.size()), reading));
  }
  return branches;
}

/// What `property` holds, and whether it may be null.
void read_contents(Property& property, ObjectReader const& members) {
  // P4.12-01: false and nothing mean the same.
  property.nullable = members.boolean("nullable");
  // P4.12-02: one property, which may hold others in turn.
  if (std::optional<Property> items = members.read("items", read_nameless)) property.items = {*std::move(items)};
  // P4.12-03: in every form and with every short form that inputs have.
  property.properties = members.read("properties", read).value_or(std::vector<Property>());
  // P4.12-04: whether there is exactly one list shows when a schema is made (P7.10-03), so that such a file still
  // loads.
  property.one_of = members.read("oneOf", read_branches).value_or(std::vector<Property>());
  property.any_of = members.read("anyOf", read_branches).value_or(std::vector<Property>());
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
  if (schemas_nest(members.reading().edition)) read_contents(property, members);
  members.report_unread();
  return property;
}

Property read_named(std::string const& name, Json const& value, std::string const& path, Reading const& reading) {
  // P4.2-02, A-014: the name must exist for templates although nothing is said about it.
  if (value.is_null()) return {.name = name};
  if (describes_property(value)) return read_members(name, ObjectReader(value, path, reading));
  // P2.7-18: what does not describe a property is itself the default.
  Property shorthand{.name = name, .kind = inferred_kind(value)};
  shorthand.default_value = without_null_fields(value);
  return shorthand;
}

Property read_nameless(Json const& value, std::string const& path, Reading const& reading) {
  return read_named("", value, path, reading);
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
    properties.push_back(read_named(name, entry, path + "." + name, reading));
  }
  return properties;
}

Json write(std::vector<Property> const& properties) {
  Json list = Json::array();
  for (Property const& property : properties) {
    Json shown = Json::object();
    if (!property.name.empty()) shown["name"] = property.name;
    shown["kind"] = property.kind;
    put(shown, "description", property.description);
    put(shown, "required", property.required);
    put(shown, "default", property.default_value);
    put(shown, "example", property.example);
    put_unless_empty(shown, "enumValues", property.enum_values);
    put(shown, "nullable", property.nullable);
    if (!property.items.empty()) shown["items"] = write(property.items).front();
    put_unless_empty(shown, "properties", write(property.properties));
    put_unless_empty(shown, "oneOf", write(property.one_of));
    put_unless_empty(shown, "anyOf", write(property.any_of));
    list.push_back(std::move(shown));
  }
  return list;
}

}  // namespace property_codec

namespace model_codec {
namespace {

ModelOptions read_options(Json const& value, std::string const& path, Reading const& reading) {
  ObjectReader const members(value, path, reading);
  // P2.6-01, P2.6-03, P2.6-05, P2.6-06: numbers of either sign; a whole one needs no fraction.
  // P2.6-02, P2.6-04, P2.6-07: whole numbers, of which 3.0 is one.
  // P4.2-13: no range is checked, since each provider has its own.
  ModelOptions options{.temperature = members.number("temperature"),
                       .max_output_tokens = members.integer("maxOutputTokens"),
                       .top_p = members.number("topP"),
                       .top_k = members.integer("topK"),
                       .frequency_penalty = members.number("frequencyPenalty"),
                       .presence_penalty = members.number("presencePenalty"),
                       .seed = members.integer("seed"),
                       // P2.6-08, P2.6-09: an empty list and false are something else than not set.
                       .stop_sequences = members.texts("stopSequences"),
                       .allow_multiple_tool_calls = members.boolean("allowMultipleToolCalls"),
                       // P2.6-10: copied as it is; only the provider knows what it means.
                       .additional_properties = members.mapping("additionalProperties")};
  members.report_unread();
  return options;
}

Json write_options(ModelOptions const& options) {
  Json shown = Json::object();
  put(shown, "temperature", options.temperature);
  put(shown, "maxOutputTokens", options.max_output_tokens);
  put(shown, "topP", options.top_p);
  put(shown, "topK", options.top_k);
  put(shown, "frequencyPenalty", options.frequency_penalty);
  put(shown, "presencePenalty", options.presence_penalty);
  put(shown, "seed", options.seed);
  put(shown, "stopSequences", options.stop_sequences);
  put(shown, "allowMultipleToolCalls", options.allow_multiple_tool_calls);
  put_unless_empty(shown, "additionalProperties", options.additional_properties);
  return shown;
}

}  // namespace

Model read(Json const& value, std::string const& path, Reading const& reading) {
  // P2.3-05, P2.4-01, P2.4-02: the string stands for a mapping with nothing but the id.
  if (value.is_string()) return {.id = value.get<std::string>()};
  if (!value.is_object()) {
    refuse(reading, path, "a mapping or a string", value);
    return {};
  }
  ObjectReader const members(value, path, reading);
  // P2.4-05: any provider loads; the registry is not needed before the agent is used.
  Model model{.id = members.text("id"), .provider = members.text("provider")};
  model.api_type = members.text("apiType").value_or(model.api_type);
  // P2.4-08, P2.4-09: left unset when not written, which is not the same as empty.
  model.connection = members.read("connection", read_connection);
  model.options = members.read("options", read_options);
  members.report_unread();
  return model;
}

Json write(Model const& model) {
  Json shown = Json::object();
  put(shown, "id", model.id);
  put(shown, "provider", model.provider);
  shown["apiType"] = model.api_type;
  put_connection(shown, model.connection);
  if (model.options) shown["options"] = write_options(*model.options);
  return shown;
}

}  // namespace model_codec

namespace tool_codec {
namespace {

std::optional<PromptyMode> read_mode(ObjectReader const& members) {
  std::optional<std::string> const mode = members.text("mode");
  if (!mode) return std::nullopt;
  // P2.9-08: these two words are all there are.
  if (*mode == "single") return PromptyMode::single;
  if (*mode == "agentic") return PromptyMode::agentic;
  // P4.2-12: passed over, a mistyped mode would mean single.
  std::string const path = members.path_of("mode");
  throw_or_report(members.reading().listener,
                  errors::about_property(path, fmt::format("{} must be single or agentic, not '{}'", path, *mode)));
  return std::nullopt;
}

FunctionTool read_function(ObjectReader const& members) {
  std::optional<bool> const strict = members.boolean("strict");
  // P2.9-07, P4.2-10: by the codec of inputs and outputs, so parameters take every form that inputs take.
  return {.parameters = members.read("parameters", property_codec::read).value_or(std::vector<Property>()),
          .strict = strict};
}

decltype(Tool::details) read_details(std::string const& kind, ObjectReader const& members) {
  bool const may_be_prompt = prompts_are_tools(members.reading().edition);
  if (kind == "function") return read_function(members);
  if (kind == "prompty" && may_be_prompt) return PromptyTool{.path = members.text("path"), .mode = read_mode(members)};
  if (kind == "mcp") {
    // P2.9-09: the approval mode is kept as it is; its meaning is up to the host that asks for approval.
    return McpTool{.connection = members.read("connection", read_connection),
                   .server_name = members.text("serverName"),
                   .approval_mode = members.any("approvalMode"),
                   .allowed_tools = members.texts("allowedTools").value_or(std::vector<std::string>{})};
  }
  if (kind == "openapi") {
    // P2.9-10: not opened here, since a prompt can be loaded where its web API is out of reach.
    return OpenApiTool{.connection = members.read("connection", read_connection),
                       .specification = members.text("specification"),
                       .allowed_tools = members.texts("allowedTools").value_or(std::vector<std::string>{})};
  }
  // P2.9-11, P2.9-12, P2.9-13: everything else is the wildcard. P2.9-04: dispatch looks for its kind, so the case is
  // kept.
  return CustomTool{
      .kind = kind, .connection = members.read("connection", read_connection), .options = members.any("options")};
}

Tool read_tool(ObjectReader const& members) {
  // P4.2-11: without the error it would be taken for a custom tool.
  std::string const kind = members.required_text("kind", "function, prompty, mcp, openapi or a kind of your own");
  // P2.9-06, P2.9-14: bindings belong to the tool, whatever its kind. P2.9.1-06: their references have been replaced by
  // now.
  Tool tool{.name = members.filled_text("name", "the tool a name"),
            .description = members.text("description"),
            .bindings = members.mapping("bindings"),
            .details = read_details(kind, members)};
  members.report_unread();
  return tool;
}

void write_details(Json& shown, Tool const& tool) {
  match(
      tool.details,
      [&](FunctionTool const& function) {
        put_unless_empty(shown, "parameters", property_codec::write(function.parameters));
        put(shown, "strict", function.strict);
      },
      [&](PromptyTool const& prompty) {
        put(shown, "path", prompty.path);
        if (prompty.mode) shown["mode"] = *prompty.mode == PromptyMode::single ? "single" : "agentic";
      },
      [&](McpTool const& mcp) {
        put_connection(shown, mcp.connection);
        put(shown, "serverName", mcp.server_name);
        put(shown, "approvalMode", mcp.approval_mode);
        put_unless_empty(shown, "allowedTools", mcp.allowed_tools);
      },
      [&](OpenApiTool const& openapi) {
        put_connection(shown, openapi.connection);
        put(shown, "specification", openapi.specification);
        put_unless_empty(shown, "allowedTools", openapi.allowed_tools);
      },
      [&](CustomTool const& custom) {
        shown["type"] = "CustomTool";
        put_connection(shown, custom.connection);
        put(shown, "options", custom.options);
      });
}

}  // namespace

std::vector<Tool> read(Json const& value, std::string const& path, Reading const& reading) {
  if (value.is_null()) return {};
  if (!value.is_array()) {
    refuse(reading, path, "a list", value);
    return {};
  }
  std::vector<Tool> tools;
  std::set<std::string> names;
  // P2.3-10: the order of the file is the one in which a model is offered the tools.
  for (Json const& element : value) {
    ObjectReader const members(element, element_path(path, tools.size()), reading);
    tools.push_back(read_tool(members));
    std::string const& name = tools.back().name;
    // P2.9-03, A-031: calls are routed by name.
    refuse_duplicate(members, name, names);
  }
  return tools;
}

Json write(std::vector<Tool> const& tools) {
  Json list = Json::array();
  for (Tool const& tool : tools) {
    Json shown{{"name", tool.name}, {"kind", kind_of(tool)}};
    put(shown, "description", tool.description);
    put_unless_empty(shown, "bindings", tool.bindings);
    write_details(shown, tool);
    list.push_back(std::move(shown));
  }
  return list;
}

}  // namespace tool_codec
}  // namespace prompty

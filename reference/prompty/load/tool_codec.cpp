#include "prompty/load/codecs.hpp"

#include "prompty/core/errors.hpp"
#include "prompty/core/match.hpp"

namespace prompty::tool_codec {
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

std::optional<std::string> shown_mode(std::optional<PromptyMode> mode) {
  if (!mode) return std::nullopt;
  return *mode == PromptyMode::single ? "single" : "agentic";
}

FunctionTool read_function(ObjectReader const& members) {
  std::optional<bool> const strict = members.boolean("strict");
  // P2.9-07, P4.2-10: by the codec of inputs and outputs, so parameters take every form that inputs take.
  return {.parameters = members.read("parameters", property_codec::read).value_or(std::vector<Property>()),
          .strict = strict};
}

McpTool read_mcp(ObjectReader const& members) {
  // P2.9-09: the approval mode is kept as it is; its meaning is up to the host that asks for approval.
  return {.connection = members.read("connection", connection_codec::read),
          .server_name = members.text("serverName"),
          .approval_mode = members.any("approvalMode"),
          .allowed_tools = members.texts("allowedTools").value_or(std::vector<std::string>{})};
}

decltype(Tool::details) read_details(std::string const& kind, ObjectReader const& members) {
  if (kind == "function") return read_function(members);
  if (kind == "prompty") return PromptyTool{.path = members.text("path"), .mode = read_mode(members)};
  if (kind == "mcp") return read_mcp(members);
  if (kind == "openapi") {
    // P2.9-10: not opened here, since a prompt can be loaded where its web API is out of reach.
    return OpenApiTool{.connection = members.read("connection", connection_codec::read),
                       .specification = members.text("specification")};
  }
  // P2.9-11, P2.9-12: everything else is the wildcard. P2.9-04: dispatch looks for its kind, so the case is kept.
  return CustomTool{.kind = kind,
                    .connection = members.read("connection", connection_codec::read),
                    .options = members.any("options")};
}

Tool read_tool(ObjectReader const& members) {
  // P4.2-11: without the error it would be taken for a custom tool.
  std::string const kind = members.required_text("kind", "function, prompty, mcp, openapi or a kind of your own");
  // P2.9-06: bindings belong to the tool, whatever its kind. P2.9.1-06: their references have been replaced by now.
  Tool tool{.name = members.filled_text("name", "the tool a name"),
            .description = members.text("description"),
            .bindings = members.mapping("bindings"),
            .details = read_details(kind, members)};
  members.report_unread();
  return tool;
}

void put_connection(Json& shown, std::optional<Connection> const& connection) {
  if (connection) shown["connection"] = connection_codec::write(*connection);
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
        put(shown, "mode", shown_mode(prompty.mode));
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
    property_codec::refuse_duplicate(members, name, names);
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

}  // namespace prompty::tool_codec

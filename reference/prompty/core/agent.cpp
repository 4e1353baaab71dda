#include "prompty/core/agent.hpp"

#include <algorithm>

#include "prompty/core/match.hpp"

namespace prompty {

bool Property::operator==(Property const&) const noexcept(false) = default;
bool UnknownConnection::operator==(UnknownConnection const&) const = default;
bool ModelOptions::operator==(ModelOptions const&) const = default;
bool Model::operator==(Model const&) const = default;
bool FunctionTool::operator==(FunctionTool const&) const = default;
bool McpTool::operator==(McpTool const&) const = default;
bool OpenApiTool::operator==(OpenApiTool const&) const = default;
bool CustomTool::operator==(CustomTool const&) const = default;
bool ToolDefinition::operator==(ToolDefinition const&) const = default;
bool Tool::operator==(Tool const&) const = default;
bool TemplateStage::operator==(TemplateStage const&) const = default;
bool Template::operator==(Template const&) const = default;
bool PromptyAgent::operator==(PromptyAgent const&) const = default;

Json no_parameters() {
  return {{"type", "object"}, {"properties", Json::object()}};
}

std::string kind_of(Connection const& connection) {
  return match(
      connection, [](KeyConnection const&) -> std::string { return "key"; },
      [](ReferenceConnection const&) -> std::string { return "reference"; },
      [](RemoteConnection const&) -> std::string { return "remote"; },
      [](AnonymousConnection const&) -> std::string { return "anonymous"; },
      [](FoundryConnection const&) -> std::string { return "foundry"; },
      [](OAuthConnection const&) -> std::string { return "oauth"; },
      [](UnknownConnection const& unknown) { return unknown.kind; });
}

std::string kind_of(Tool const& tool) {
  return match(
      tool.details, [](FunctionTool const&) -> std::string { return "function"; },
      [](PromptyTool const&) -> std::string { return "prompty"; }, [](McpTool const&) -> std::string { return "mcp"; },
      [](OpenApiTool const&) -> std::string { return "openapi"; },
      [](CustomTool const& custom) { return custom.kind; });
}

bool allows(Tool const& tool, std::string_view function) {
  McpTool const* const mcp = std::get_if<McpTool>(&tool.details);
  OpenApiTool const* const openapi = std::get_if<OpenApiTool>(&tool.details);
  if (mcp == nullptr && openapi == nullptr) return true;
  std::vector<std::string> const& allowed = mcp != nullptr ? mcp->allowed_tools : openapi->allowed_tools;
  // P7.1.3-09, A-144: an empty list filters nothing.
  // P7.1.3-08, P11.4-08: the list names functions of the server or of the document; what is not in it is kept from the
  // model.
  return allowed.empty() || std::ranges::find(allowed, function) != allowed.end();
}

Place place_in_body(PromptyAgent const& agent, std::size_t line, std::size_t column) {
  if (!agent.origin) return {.line = line, .column = column};
  return {.file = agent.origin->file,
          .line = agent.origin->body_line + line - 1,
          .column = line == 1 ? agent.origin->body_column + column - 1 : column};
}

}  // namespace prompty

#include "prompty/core/agent.hpp"

#include <algorithm>

#include "prompty/core/match.hpp"

namespace prompty {
namespace {

bool lists(Json const& names, std::string_view function) {
  return names.is_array() && std::find(names.begin(), names.end(), function) != names.end();
}

/// What a mode of one word says; nothing for other words.
std::optional<bool> approval_by_word(Json const& word) {
  if (word == "always") return true;
  if (word == "never") return false;
  return std::nullopt;
}

/// The list under `name`, or the one that an object under `name` has as tool_names; null when there is none.
Json names_under(Json const& mode, char const* name) {
  Json const listed = mode.value(name, Json());
  return listed.is_object() ? listed.value("tool_names", Json()) : listed;
}

/// What the lists of a mode say about the function: where both name it, it needs approval.
std::optional<bool> approval_by_lists(Json const& mode, std::string_view function) {
  for (char const* const name : {"always", "alwaysRequireApprovalTools"}) {
    if (lists(names_under(mode, name), function)) return true;
  }
  for (char const* const name : {"never", "neverRequireApprovalTools"}) {
    if (lists(names_under(mode, name), function)) return false;
  }
  return std::nullopt;
}

}  // namespace

bool Property::operator==(Property const&) const = default;
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

bool needs_approval(McpTool const& tool, std::string_view function) {
  if (!tool.approval_mode || tool.approval_mode->is_null()) return false;
  Json const& mode = *tool.approval_mode;
  if (!mode.is_object()) return approval_by_word(mode).value_or(true);
  if (std::optional<bool> const listed = approval_by_lists(mode, function)) return *listed;
  return approval_by_word(mode.value("kind", Json())).value_or(true);
}

Place place_in_body(PromptyAgent const& agent, std::size_t line, std::size_t column) {
  if (!agent.origin) return {.line = line, .column = column};
  return {.file = agent.origin->file,
          .line = agent.origin->body_line + line - 1,
          .column = line == 1 ? agent.origin->body_column + column - 1 : column};
}

}  // namespace prompty

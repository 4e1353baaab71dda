#include "mock-provider/scenario/mcp_server.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "mock-provider/scenario/closed_object.hpp"
#include "mock-provider/scenario/forms.hpp"

namespace mock_provider::mcp_server {
namespace {

constexpr std::int64_t largest_page = 1'000'000;

Json text_content(std::string const& text) {
  return Json::array({Json{{"type", "text"}, {"text", text}}});
}

Json decode_result(ClosedObject const& tool) {
  Json const* const value = tool.find("result");
  if (value == nullptr) return nullptr;
  ClosedObject const object(*value, tool.pointer_of("result"), members::mcp_result);
  if (object.has("text") == object.has("content")) {
    throw ScenarioError(object.pointer(), "must have exactly one of text and content");
  }
  Json result{
      {"content", object.has("text") ? text_content(object.required_text("text")) : object.required("content")}};
  if (!result["content"].is_array()) throw ScenarioError(object.pointer_of("content"), "must be an array of content");
  Json const* const is_error = object.find("isError");
  if (is_error != nullptr && !is_error->is_boolean()) {
    throw ScenarioError(object.pointer_of("isError"), "must be a boolean");
  }
  for (std::string_view const name : {"structuredContent", "isError"}) {
    if (object.has(name)) result[std::string(name)] = *object.find(name);
  }
  return result;
}

/// Clients refuse the result of a tool with an output schema that has no structured content, unless it is an error.
void require_structured_content(ClosedObject const& tool, Json const& result) {
  Json const* const schema = tool.find("outputSchema");
  if (schema == nullptr) return;
  if (!schema->is_object()) throw ScenarioError(tool.pointer_of("outputSchema"), "must be a JSON Schema, an object");
  bool const is_error = result.value("isError", false);
  if (is_error) return;
  std::string const pointer = tool.has("result") ? tool.pointer_of("result") : tool.pointer();
  if (!result.contains("structuredContent")) {
    throw ScenarioError(pointer,
                        "needs structuredContent in the result, as the tool has an outputSchema: add it, or leave the "
                        "schema out");
  }
  if (result.at("structuredContent").is_object()) return;
  throw ScenarioError(json_text::child(pointer, "structuredContent"), "must be an object");
}

McpTool decode_tool(Json const& value, std::string pointer) {
  ClosedObject const object(value, std::move(pointer), members::mcp_tool);
  static_cast<void>(object.required_text("name"));
  static_cast<void>(object.text("description"));
  McpTool tool{.declaration = value, .result = decode_result(object)};
  require_structured_content(object, tool.result.is_null() ? Json::object() : tool.result);
  tool.declaration.erase("result");
  if (!object.has("inputSchema")) tool.declaration["inputSchema"] = Json{{"type", "object"}};
  if (!tool.declaration["inputSchema"].is_object()) {
    throw ScenarioError(object.pointer_of("inputSchema"), "must be a JSON Schema, an object");
  }
  return tool;
}

/// Of two tools of one name the second would never be called.
void require_each_name_once(std::vector<McpTool> const& tools, std::string const& pointer) {
  std::unordered_map<std::string, std::size_t> seen;
  for (std::size_t index = 0; index < tools.size(); ++index) {
    std::string const name = tools[index].declaration.at("name").get<std::string>();
    auto const [first, is_new] = seen.try_emplace(name, index);
    if (is_new) continue;
    throw ScenarioError(json_text::child(json_text::child(pointer, index), "name"),
                        fmt::format("is that of {}/{}, too: give each tool a name of its own", pointer, first->second));
  }
}

}  // namespace

McpServer decode(Json const& value, std::string const& pointer) {
  ClosedObject const object(value, pointer, members::mcp);
  McpServer server;
  server.name = object.text("name").value_or(server.name);
  if (object.has("pageSize")) {
    server.page_size = static_cast<std::size_t>(*object.whole_number("pageSize", 1, largest_page));
  }
  Json const& tools = object.required("tools");
  if (!tools.is_array()) throw ScenarioError(object.pointer_of("tools"), "must be an array of tools");
  for (std::size_t index = 0; index < tools.size(); ++index) {
    server.tools.push_back(decode_tool(tools[index], json_text::child(object.pointer_of("tools"), index)));
  }
  require_each_name_once(server.tools, object.pointer_of("tools"));
  return server;
}

}  // namespace mock_provider::mcp_server

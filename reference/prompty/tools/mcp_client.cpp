#include "prompty/tools/mcp_client.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <exception>
#include <set>

#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::json_rpc {
namespace {

constexpr int method_not_found = -32601;

Refusal refusal_of(Json const& error) {
  Json const& code = member_of(error, "code");
  return {.code = code.is_number_integer() ? code.get<int>() : 0, .message = text_in(error, "message")};
}

Message read_response(Json const& message) {
  Json const& id = member_of(message, "id");
  Json const& error = member_of(message, "error");
  if (!id.is_number_integer()) return Invalid{};
  if (error.is_object()) return Response{.id = id.get<std::int64_t>(), .outcome = refusal_of(error)};
  if (!message.contains("result")) return Invalid{};
  return Response{.id = id.get<std::int64_t>(), .outcome = message["result"]};
}

}  // namespace

Message read(Json const& message) {
  if (text_in(message, "jsonrpc") != "2.0") return Invalid{};
  if (!message.contains("method")) return read_response(message);
  std::string method = text_in(message, "method");
  if (!message.contains("id")) return Notification{.method = std::move(method)};
  return Request{.id = message["id"], .method = std::move(method)};
}

Json request(std::int64_t id, std::string_view method, Json params) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
}

Json notification(std::string_view method, Json params) {
  Json message{{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.is_null()) message["params"] = std::move(params);
  return message;
}

Json reply_to(Request const& request) {
  Json reply{{"jsonrpc", "2.0"}, {"id", request.id}};
  if (request.method == "ping") {
    reply["result"] = Json::object();
  } else {
    reply["error"] = {{"code", method_not_found}, {"message", "This client has no method " + request.method}};
  }
  return reply;
}

}  // namespace prompty::json_rpc

namespace prompty {
namespace {

constexpr std::array<std::string_view, 4> versions{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
constexpr std::chrono::seconds notice_limit(2);

RequestLimits within(std::chrono::milliseconds limit, Cancellation const& cancellation) {
  return {.deadline = std::chrono::steady_clock::now() + limit, .cancellation = cancellation};
}

ToolDefinition definition_of(Json const& tool, std::string const& server) {
  ToolDefinition definition{.name = text_in(tool, "name")};
  if (definition.name.empty()) throw errors::mcp_answer_malformed(server, "tools/list", "a tool has no name");
  if (std::string description = text_in(tool, "description"); !description.empty()) {
    definition.description = std::move(description);
  }
  if (!tool.contains("inputSchema")) return definition;
  if (!tool["inputSchema"].is_object()) {
    throw errors::mcp_answer_malformed(
        server, "tools/list", "the inputSchema of " + errors::said_by_server(definition.name) + " is no object");
  }
  definition.parameters = tool["inputSchema"];
  return definition;
}

/// A task is polled for its result, of which this client knows nothing; what only runs as one cannot be called.
void add_tool(DiscoveredTools& tools, Json const& tool, std::string const& server) {
  ToolDefinition definition = definition_of(tool, server);
  if (text_in(member_of(tool, "execution"), "taskSupport") == "required") {
    tools.warnings.push_back(
        fmt::format("{} is not offered: the MCP server '{}' carries it out as a task only", definition.name, server));
    return;
  }
  tools.functions.push_back(std::move(definition));
}

/// Stands for binary content.
std::string placeholder(std::string_view what, std::string const& media_type, std::size_t size) {
  std::string const type = media_type.empty() ? "" : fmt::format(" of type {}", media_type);
  return fmt::format("[{}{}, {} characters in base64]", what, type, size);
}

std::string resource_text(Json const& resource) {
  if (resource.contains("text")) return text_in(resource, "text");
  return fmt::format("{} {}", text_in(resource, "uri"),
                     placeholder("resource", text_in(resource, "mimeType"), text_in(resource, "blob").size()));
}

std::string link_text(Json const& link) {
  std::string const description = text_in(link, "description");
  return fmt::format("{}: {}{}", text_in(link, "name"), text_in(link, "uri"),
                     description.empty() ? "" : fmt::format(" ({})", description));
}

std::string part_text(Json const& part) {
  std::string const type = text_in(part, "type");
  if (type == "text") return text_in(part, "text");
  if (type == "image" || type == "audio") {
    return placeholder(type, text_in(part, "mimeType"), text_in(part, "data").size());
  }
  if (type == "resource") return resource_text(member_of(part, "resource"));
  if (type == "resource_link") return link_text(part);
  return json_text::dump(part);
}

}  // namespace

McpClient::McpClient(std::string name, std::unique_ptr<McpChannel> channel, McpLimits bounds,
                     Cancellation const& cancellation)
    : name_(std::move(name)), channel_(std::move(channel)), bounds_(bounds) {
  initialize(cancellation);
}

DiscoveredTools McpClient::tools(Cancellation const& cancellation) {
  DiscoveredTools tools;
  if (!offers_tools_) return tools;
  std::set<std::string> cursors;
  std::size_t bytes = 0;
  Json params = Json::object();
  RequestLimits const limits = within(bounds_.time_limit, cancellation);
  while (true) {
    Json const page = request("tools/list", params, limits);
    bytes += json_text::dump(page).size();
    if (bytes > bounds_.max_list_bytes) throw errors::mcp_list_too_large(name_, bounds_.max_list_bytes);
    Json const& listed = member_of(page, "tools");
    if (!listed.is_array()) throw errors::mcp_answer_malformed(name_, "tools/list", "it has no list of tools");
    for (Json const& tool : listed) add_tool(tools, tool, name_);
    std::string const cursor = text_in(page, "nextCursor");
    if (tools.functions.size() > bounds_.max_tools) throw errors::mcp_too_many_tools(name_, bounds_.max_tools);
    if (cursor.empty()) return tools;
    // Pages may be empty, so that a limit on tools alone does not end the loop.
    bool const is_new = cursors.insert(cursor).second;
    if (!is_new || cursors.size() > bounds_.max_tools) throw errors::mcp_too_many_tools(name_, tools.functions.size());
    params["cursor"] = cursor;
  }
}

Json McpClient::call(std::string_view function, Json const& arguments, Cancellation const& cancellation) {
  Json const params{{"name", function}, {"arguments", arguments.is_object() ? arguments : Json::object()}};
  Json result = request("tools/call", params, within(bounds_.time_limit, cancellation));
  if (!result.is_object()) throw errors::mcp_answer_malformed(name_, "tools/call", "it is no object");
  return result;
}

void McpClient::initialize(Cancellation const& cancellation) {
  Json const params{{"protocolVersion", versions.back()},
                    {"capabilities", Json::object()},
                    {"clientInfo", {{"name", "prompty"}, {"version", version()}}}};
  Json const result = request_once("initialize", params, within(bounds_.time_limit, cancellation));
  std::string const agreed = text_in(result, "protocolVersion");
  if (std::find(versions.begin(), versions.end(), agreed) == versions.end()) {
    throw errors::mcp_version_unknown(name_, errors::said_by_server(agreed));
  }
  channel_->use_version(agreed);
  offers_tools_ = member_of(result, "capabilities").contains("tools");
  channel_->send_notification(json_rpc::notification("notifications/initialized", nullptr),
                              within(bounds_.time_limit, cancellation));
  ++sessions_;
}

Json McpClient::request(std::string_view method, Json const& params, RequestLimits const& limits) {
  std::uint64_t const session = sessions_;
  try {
    return request_once(method, params, limits);
  } catch (SessionLost const&) {
    // The server has executed nothing, so that a second request repeats nothing. Of all threads whose session is gone,
    // the first begins the new one.
    std::unique_lock<std::mutex> const lock(initializing_);
    if (sessions_ == session) initialize(limits.cancellation);
  }
  return request_once(method, params, limits);
}

Json McpClient::request_once(std::string_view method, Json const& params, RequestLimits const& limits) {
  std::int64_t const id = next_id_++;
  try {
    json_rpc::Response response = channel_->send_request(json_rpc::request(id, method, params), limits);
    return match(
        std::move(response.outcome), [](Json&& result) { return Json(std::move(result)); },
        [&](json_rpc::Refusal&& refusal) -> Json {
          throw errors::mcp_request_refused(name_, method, refusal.code, errors::said_by_server(refusal.message));
        });
  } catch (CancelledError const&) {
    notify_cancelled(id, method, "the caller has cancelled it");
    throw;
  } catch (ConnectionError const&) {
    if (std::chrono::steady_clock::now() < limits.deadline) throw;
    notify_cancelled(id, method, "the time is up");
    throw errors::mcp_timed_out(name_, method, bounds_.time_limit, channel_->diagnostics());
  }
}

void McpClient::notify_cancelled(std::int64_t id, std::string_view method, std::string_view reason) {
  // The first request of a session must not be cancelled.
  if (method == "initialize") return;
  Json params{{"requestId", id}, {"reason", reason}};
  try {
    channel_->send_notification(json_rpc::notification("notifications/cancelled", std::move(params)),
                                within(notice_limit, {}));
  } catch (std::exception const&) {
    // The answer is ignored in any case.
  }
}

Json read_mcp_result(Json const& result, std::string_view function) {
  Json const content = result.value("content", Json::array());
  if (!content.is_array()) throw errors::mcp_tool_failed(function, "the content of its result is no list");
  std::string text;
  for (Json const& part : content) {
    if (!text.empty()) text += "\n";
    text += part_text(part);
  }
  if (result.value("isError", Json()) == true)
    throw errors::mcp_tool_failed(function, text.empty() ? "it does not say why" : text);
  if (content.empty() && result.contains("structuredContent")) return result["structuredContent"];
  return text;
}

}  // namespace prompty

#include "prompty/tools/mcp_client.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <set>
#include <utility>

#include "prompty/core/match.hpp"
#include "prompty/core/version.hpp"
#include "prompty/tools/errors.hpp"

namespace prompty {
namespace mcp_client {
namespace {

constexpr std::array<std::string_view, 3> versions{"2024-11-05", "2025-03-26", "2025-06-18"};
constexpr std::chrono::seconds notice_limit(2);

RequestLimits within(std::chrono::milliseconds limit, Cancellation const& cancellation) {
  return {.deadline = std::chrono::steady_clock::now() + limit, .cancellation = cancellation};
}

std::string text_of(Json const& object, char const* name) {
  Json const value = object.is_object() ? object.value(name, Json()) : Json();
  return value.is_string() ? value.get<std::string>() : "";
}

ToolDefinition definition_of(Json const& tool, std::string const& server) {
  ToolDefinition definition{.name = text_of(tool, "name")};
  if (definition.name.empty()) throw errors::mcp_answer_malformed(server, "tools/list", "a tool has no name");
  if (std::string description = text_of(tool, "description"); !description.empty()) {
    definition.description = std::move(description);
  }
  if (!tool.contains("inputSchema")) return definition;
  if (!tool["inputSchema"].is_object()) {
    throw errors::mcp_answer_malformed(server, "tools/list", "the inputSchema of " + definition.name + " is no object");
  }
  definition.parameters = tool["inputSchema"];
  return definition;
}

Json introduction() {
  Json params = Json::object();
  params["protocolVersion"] = versions.back();
  params["capabilities"] = Json::object();
  params["clientInfo"]["name"] = "prompty";
  params["clientInfo"]["version"] = version();
  return params;
}

}  // namespace
}  // namespace mcp_client

McpClient::McpClient(std::string name, std::unique_ptr<McpChannel> channel, McpBounds bounds,
                     Cancellation const& cancellation)
    : name_(std::move(name)), channel_(std::move(channel)), bounds_(bounds) {
  begin(cancellation);
}

std::vector<ToolDefinition> McpClient::tools(Cancellation const& cancellation) {
  std::vector<ToolDefinition> tools;
  if (!offers_tools_) return tools;
  std::set<std::string> cursors;
  Json params = Json::object();
  while (true) {
    Json const page = ask("tools/list", params, cancellation);
    if (!page.is_object() || !page.contains("tools") || !page["tools"].is_array()) {
      throw errors::mcp_answer_malformed(name_, "tools/list", "it has no list of tools");
    }
    for (Json const& tool : page["tools"]) tools.push_back(mcp_client::definition_of(tool, name_));
    std::string const cursor = mcp_client::text_of(page, "nextCursor");
    if (tools.size() > bounds_.most_tools) throw errors::mcp_too_many_tools(name_, bounds_.most_tools);
    if (cursor.empty()) return tools;
    // Pages may be empty, so that the number of tools alone bounds nothing.
    bool const is_new = cursors.insert(cursor).second;
    if (!is_new || cursors.size() > bounds_.most_tools) throw errors::mcp_too_many_tools(name_, tools.size());
    params["cursor"] = cursor;
  }
}

Json McpClient::call(std::string_view function, Json const& arguments, Cancellation const& cancellation) {
  Json params = Json::object();
  params["name"] = function;
  params["arguments"] = arguments.is_object() ? arguments : Json::object();
  Json result = ask("tools/call", params, cancellation);
  if (!result.is_object()) throw errors::mcp_answer_malformed(name_, "tools/call", "it is no object");
  return result;
}

void McpClient::begin(Cancellation const& cancellation) {
  Json const result = ask_once("initialize", mcp_client::introduction(), cancellation);
  std::string const agreed = mcp_client::text_of(result, "protocolVersion");
  if (std::find(mcp_client::versions.begin(), mcp_client::versions.end(), agreed) == mcp_client::versions.end()) {
    throw errors::mcp_version_unknown(name_, agreed);
  }
  channel_->speak(agreed);
  Json const capabilities = result.value("capabilities", Json());
  offers_tools_ = capabilities.is_object() && capabilities.contains("tools");
  channel_->tell(json_rpc::notification("notifications/initialized", nullptr),
                 mcp_client::within(bounds_.time_limit, cancellation));
  ++sessions_;
}

void McpClient::begin_anew(std::uint64_t lost, Cancellation const& cancellation) {
  std::unique_lock<std::mutex> const lock(beginning_);
  // Of all whose session is gone, the first begins the new one.
  if (sessions_ == lost) begin(cancellation);
}

Json McpClient::ask(std::string_view method, Json const& params, Cancellation const& cancellation) {
  std::uint64_t const session = sessions_;
  try {
    return ask_once(method, params, cancellation);
  } catch (SessionLost const&) {
    // The server has carried out nothing, so that asking again does nothing twice.
    begin_anew(session, cancellation);
  }
  return ask_once(method, params, cancellation);
}

Json McpClient::ask_once(std::string_view method, Json const& params, Cancellation const& cancellation) {
  RequestLimits const limits = mcp_client::within(bounds_.time_limit, cancellation);
  std::int64_t const id = next_id_++;
  try {
    json_rpc::Response response = channel_->ask(json_rpc::request(id, method, params), limits);
    return match(
        std::move(response.outcome), [](Json&& result) { return Json(std::move(result)); },
        [&](json_rpc::Refusal&& refusal) -> Json {
          throw errors::mcp_request_refused(name_, method, refusal.code, refusal.message);
        });
  } catch (CancelledError const&) {
    give_up(id, method, "the caller has cancelled it");
    throw;
  } catch (ConnectionError const&) {
    if (std::chrono::steady_clock::now() < limits.deadline) throw;
    give_up(id, method, "the time is up");
    throw errors::mcp_timed_out(name_, method, bounds_.time_limit, channel_->note());
  }
}

void McpClient::give_up(std::int64_t id, std::string_view method, std::string_view reason) {
  // The first request of a session must not be cancelled.
  if (method == "initialize") return;
  Json params = Json::object();
  params["requestId"] = id;
  params["reason"] = reason;
  try {
    channel_->tell(json_rpc::notification("notifications/cancelled", std::move(params)),
                   mcp_client::within(mcp_client::notice_limit, {}));
  } catch (std::exception const&) {
    // The answer is not wanted any more, whether the server gets to know that or not.
  }
}

}  // namespace prompty

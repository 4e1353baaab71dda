#include "mock-provider/providers/mcp/mcp.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/check/mcp_check.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::mcp {
namespace {

constexpr std::array<std::string_view, 4> versions{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
constexpr int parse_error = -32700;
constexpr int invalid_request = -32600;
constexpr int method_not_found = -32601;
constexpr int invalid_params = -32602;

Json id_of(Json const& message) {
  Json const* const id = member(message, "id");
  return id == nullptr ? Json(nullptr) : *id;
}

Answer result(Json const& message, Json value) {
  return answer::of_json(200, {{"jsonrpc", "2.0"}, {"id", id_of(message)}, {"result", std::move(value)}});
}

Answer failure(int status, Json const& message, int code, std::string const& reason) {
  return answer::of_json(
      status, {{"jsonrpc", "2.0"}, {"id", id_of(message)}, {"error", {{"code", code}, {"message", reason}}}});
}

Answer empty(int status) {
  Answer answer;
  answer.status = status;
  return answer;
}

class Session {
 public:
  Session(McpServer const& server, Route const& route)
      : server_(server), id_("mcp-" + deterministic::token(deterministic::hash(route.scenario), 24)) {}

  [[nodiscard]] std::string const& id() const { return id_; }

  [[nodiscard]] Answer answer(Json const& message) const {
    Json const* const method = member(message, "method");
    if (method == nullptr || member(message, "id") == nullptr) return empty(202);
    Json const* const given = member(message, "params");
    Json const params = given == nullptr ? Json::object() : *given;
    if (*method == "initialize") return initialize(message, params);
    if (*method == "ping") return result(message, Json::object());
    if (*method == "tools/list") return list(message, params);
    if (*method == "tools/call") return call(message, params);
    return failure(200, message, method_not_found,
                   fmt::format("Method not found: {}; the mock has initialize, ping, tools/list and tools/call.",
                               json_text::excerpt(*method, 60)));
  }

 private:
  McpServer const& server_;
  std::string id_;

  [[nodiscard]] Answer initialize(Json const& message, Json const& params) const {
    Json const* const wanted = member(params, "protocolVersion");
    bool const is_known = wanted != nullptr && std::any_of(versions.begin(), versions.end(),
                                                           [&](std::string_view known) { return *wanted == known; });
    Answer answer = result(message, {{"protocolVersion", is_known ? *wanted : Json(versions.back())},
                                     {"capabilities", {{"tools", Json::object()}}},
                                     {"serverInfo", {{"name", server_.name}, {"version", "1.0.0"}}}});
    answer.headers.emplace_back("mcp-session-id", id_);
    return answer;
  }

  [[nodiscard]] Answer list(Json const& message, Json const& params) const {
    std::optional<std::size_t> const start = start_of_page(params);
    if (!start) return failure(200, message, invalid_params, "The cursor is not one that tools/list gave.");
    std::size_t const end = std::min(*start + server_.page_size, server_.tools.size());
    Json page{{"tools", Json::array()}};
    for (std::size_t index = *start; index < end; ++index) page["tools"].push_back(server_.tools[index].declaration);
    if (end < server_.tools.size()) page["nextCursor"] = fmt::format("tools-from-{}", end);
    return result(message, std::move(page));
  }

  [[nodiscard]] std::optional<std::size_t> start_of_page(Json const& params) const {
    Json const* const cursor = member(params, "cursor");
    if (cursor == nullptr) return 0;
    for (std::size_t start = server_.page_size; start < server_.tools.size(); start += server_.page_size) {
      if (*cursor == fmt::format("tools-from-{}", start)) return start;
    }
    return std::nullopt;
  }

  [[nodiscard]] Answer call(Json const& message, Json const& params) const {
    Json const* const name = member(params, "name");
    auto const tool = std::find_if(server_.tools.begin(), server_.tools.end(), [&](McpTool const& known) {
      return name != nullptr && known.declaration.at("name") == *name;
    });
    if (tool == server_.tools.end()) {
      return failure(
          200, message, invalid_params,
          fmt::format("Unknown tool: {}", name == nullptr ? "none is named" : json_text::excerpt(*name, 60)));
    }
    if (!tool->result.is_null()) return result(message, tool->result);
    Json const* const arguments = member(params, "arguments");
    std::string const text = fmt::format("{} was called with {}", name->get<std::string>(),
                                         arguments == nullptr ? "{}" : json_text::dump(*arguments));
    return result(message, {{"content", Json::array({Json{{"type", "text"}, {"text", text}}})}});
  }
};

Answer on_post(Request const& request, Session const& session, std::variant<Json, json_text::Problem> const& parsed) {
  if (json_text::Problem const* const problem = std::get_if<json_text::Problem>(&parsed)) {
    return failure(
        400, nullptr, parse_error,
        fmt::format("Parse error: line {}, column {}: {}", problem->line, problem->column, problem->message));
  }
  Json const& message = std::get<Json>(parsed);
  if (!message.is_object() || member(message, "jsonrpc") == nullptr || *member(message, "jsonrpc") != "2.0") {
    return failure(400, message, invalid_request, "The body must be one JSON-RPC 2.0 message.");
  }
  std::string const* const named = header_named(request.headers, "mcp-session-id");
  if (named != nullptr && *named != session.id()) {
    return failure(404, message, invalid_request, "There is no such session; send initialize again.");
  }
  return session.answer(message);
}

Answer built_in(Request const& request, Session const& session, std::variant<Json, json_text::Problem> const& parsed) {
  if (request.method == "POST") return on_post(request, session, parsed);
  if (request.method == "DELETE") return empty(204);
  Answer answer = failure(405, nullptr, invalid_request, "The mock sends no messages of its own: POST yours.");
  answer.headers.emplace_back("allow", "POST, DELETE");
  return answer;
}

/// Whether the scenario answers.
bool play(Request const& request, Route const& route, Json const& body, Player* player, BuiltIn const& built_in,
          Outcome& outcome) {
  if (player == nullptr) return false;
  auto const refusal = [&](scripted_answer::Problem const& problem) {
    return failure(404, body, invalid_request, problem.message);
  };
  return scripted_answer::give({.method = request.method, .route = route, .headers = request.headers, .body = body},
                               body, *player, {.dialect = free_dialect(), .refusal = refusal, .built_in = built_in},
                               outcome);
}

}  // namespace

Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check) {
  static McpServer const no_tools;
  Session const session(player == nullptr ? no_tools : player->scenario().mcp, route);
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(request.body);
  Json const* const value = std::get_if<Json>(&parsed);
  Json const body = value == nullptr ? Json(nullptr) : *value;
  Outcome outcome;
  if (check != CheckMode::off && request.method == "POST") outcome.findings = mcp_check::check(request.headers, body);
  if (check == CheckMode::enforce && !outcome.findings.empty()) {
    Finding const& first = outcome.findings.front();
    outcome.answer = failure(400, body, invalid_request, fmt::format("{} (rule {})", first.message, first.rule));
    return outcome;
  }
  BuiltIn const usual = [&] { return std::optional(built_in(request, session, parsed)); };
  if (!play(request, route, body, player, usual, outcome)) outcome.answer = *usual();
  return outcome;
}

}  // namespace mock_provider::mcp

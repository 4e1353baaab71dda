#include "mock-provider/anthropic.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "mock-provider/anthropic_default_answer.hpp"
#include "mock-provider/anthropic_error.hpp"
#include "mock-provider/anthropic_message.hpp"
#include "mock-provider/anthropic_models.hpp"
#include "mock-provider/check/admission.hpp"
#include "mock-provider/check/messages_check.hpp"
#include "mock-provider/deterministic.hpp"
#include "mock-provider/error_frame.hpp"
#include "mock-provider/event_frame.hpp"
#include "mock-provider/message_events.hpp"
#include "mock-provider/scripted_answer.hpp"

namespace mock_provider::anthropic {
namespace {

using scripted_answer::ScriptedAnswer;

Answer refusal(int status, std::string message) {
  ProviderError error;
  error.status = status;
  error.message = std::move(message);
  return answer::of_error(error, dialect());
}

/// "messages.0.role: …", as the provider names places.
std::string placed(std::string const& pointer, std::string const& message) {
  if (pointer.empty()) return message;
  std::string place = pointer.substr(1);
  for (char& character : place) {
    if (character == '/') character = '.';
  }
  return fmt::format("{}: {}", place, message);
}

Answer enforced(Finding const& finding) {
  int const status = finding.rule.ends_with(".auth.present") ? 401 : 400;
  return refusal(status, fmt::format("{} (rule {})", placed(finding.pointer, finding.message), finding.rule));
}

Answer of_problem(scripted_answer::Problem const& problem) {
  return refusal(problem.status, placed(problem.pointer, problem.message));
}

/// What the scenario says; nothing when the request is not its business.
std::optional<ScriptedAnswer> played(Request const& request, Route const& route, Json const& body, Player& player) {
  return scripted_answer::to({.method = request.method, .route = route, .headers = request.headers, .body = body}, body,
                             player, dialect(), of_problem);
}

Answer without_scenario(Request const& request, Json const& body) {
  Response const usual{.content = UsualAnswer{}, .headers = {}};
  return answer::of_response(usual, body, deterministic::hash(request.body), dialect());
}

/// Why a request cannot be answered at all, whatever the mode of the check.
std::optional<std::string> hindrance(std::variant<Json, json_text::Problem> const& parsed) {
  if (json_text::Problem const* const problem = std::get_if<json_text::Problem>(&parsed)) {
    return fmt::format("The body is no JSON: line {}, column {}: {}.", problem->line, problem->column,
                       problem->message);
  }
  Json const& body = std::get<Json>(parsed);
  if (!body.is_object()) return "The body must be a JSON object.";
  return std::nullopt;
}

/// A conversation that the provider keeps is refused in such a way that clients send the whole of it instead.
Answer thread_refusal() {
  Answer answer = refusal(400, "thread: this mock keeps no conversations; send every message.");
  Json body = std::get<Json>(json_text::parse(answer.body));
  body["error"]["details"] = {{"error_code", "thread_unsupported_request"}, {"unsupported", Json::array({"thread"})}};
  answer.body = json_text::dump(body);
  return answer;
}

Outcome message(Request const& request, Route const& route, Player* player, CheckMode check) {
  if (request.method != "POST") {
    return {.answer = refusal(405, fmt::format("{} takes POST, not {}.", route.path, request.method)), .findings = {}};
  }
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(request.body);
  Json const* const value = std::get_if<Json>(&parsed);
  Json const body = value == nullptr ? Json(nullptr) : *value;
  Outcome outcome;
  if (check != CheckMode::off) {
    outcome.findings = request_check::admitted(messages_check::check(request.headers, body), player);
  }
  std::optional<std::string> const hindered = hindrance(parsed);
  if (check == CheckMode::enforce && !outcome.findings.empty()) {
    outcome.answer = enforced(outcome.findings.front());
  } else if (hindered) {
    outcome.answer = refusal(400, *hindered);
  } else if (body.value("thread", Json()) != nullptr) {
    outcome.answer = thread_refusal();
  } else {
    std::optional<ScriptedAnswer> scripted;
    if (player != nullptr) scripted = played(request, route, body, *player);
    outcome.answer = scripted ? std::move(scripted->answer) : without_scenario(request, body);
    if (scripted) outcome.choice = std::move(scripted->choice);
  }
  return outcome;
}

Outcome of_models(Request const& request, Route const& route, Player* player, CheckMode check) {
  Outcome outcome;
  if (check != CheckMode::off) {
    outcome.findings = request_check::admitted(messages_check::check_listing(request.headers), player);
  }
  if (check == CheckMode::enforce && !outcome.findings.empty()) {
    outcome.answer = enforced(outcome.findings.front());
    return outcome;
  }
  std::optional<ScriptedAnswer> scripted = player == nullptr ? std::nullopt : played(request, route, nullptr, *player);
  if (scripted) {
    outcome.answer = std::move(scripted->answer);
    outcome.choice = std::move(scripted->choice);
  } else if (request.method != "GET" && request.method != "HEAD") {
    outcome.answer = refusal(405, fmt::format("{} does not take {}.", route.path, request.method));
  } else {
    outcome.answer =
        route.kind == Route::Kind::models ? anthropic_models::list(route.query) : anthropic_models::one(route.name);
  }
  return outcome;
}

}  // namespace

Dialect const& dialect() {
  static constexpr Dialect all{.body = anthropic_message::body,
                               .frames = message_events::frames,
                               .frame = event_frame::of_named,
                               .stream_end = "",
                               .delta_name = "content_block_delta",
                               .error_body = anthropic_error::body,
                               .error_headers = anthropic_error::headers,
                               .error_frame = error_frame::of_message,
                               .default_answer = anthropic_default_answer::to,
                               .require_whole = anthropic_message::require_whole};
  return all;
}

bool is_asked(Request const& request, Route const& route) {
  if (route.kind == Route::Kind::messages) return true;
  bool const is_of_models = route.kind == Route::Kind::models || route.kind == Route::Kind::model;
  return is_of_models && header_named(request.headers, "anthropic-version") != nullptr;
}

Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check) {
  return route.kind == Route::Kind::messages ? message(request, route, player, check)
                                             : of_models(request, route, player, check);
}

void sign(Answer& answer, std::string const& request_id) {
  if (header_named(answer.headers, "request-id") == nullptr) answer.headers.emplace_back("request-id", request_id);
  if (answer.status < 400) return;
  std::variant<Json, json_text::Problem> parsed = json_text::parse(answer.body);
  Json* const body = std::get_if<Json>(&parsed);
  bool const is_error = body != nullptr && body->is_object() && body->value("type", Json()) == "error";
  if (!is_error || body->contains("request_id")) return;
  (*body)["request_id"] = *header_named(answer.headers, "request-id");
  answer.body = json_text::dump(*body);
}

}  // namespace mock_provider::anthropic

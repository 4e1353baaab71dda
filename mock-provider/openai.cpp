#include "mock-provider/openai.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "mock-provider/check/other_checks.hpp"
#include "mock-provider/check/request_check.hpp"
#include "mock-provider/check/rule_table.hpp"
#include "mock-provider/deterministic.hpp"
#include "mock-provider/openai_dialects.hpp"

namespace mock_provider::openai {
namespace {

constexpr std::array<std::string_view, 5> models{"gpt-4.1", "gpt-4o", "gpt-4o-mini", "gpt-5", "o4-mini"};

Answer refusal(int status, std::string code, std::string param, std::string message) {
  return answer::of_error({.status = status,
                           .type = "invalid_request_error",
                           .code = std::move(code),
                           .param = std::move(param),
                           .message = std::move(message),
                           .retry_after = std::nullopt});
}

Json model_entry(std::string_view id) {
  return {{"id", id},
          {"object", "model"},
          {"created", deterministic::time_of(deterministic::hash(id))},
          {"owned_by", "mock-provider"}};
}

Answer model_list() {
  Json list{{"object", "list"}, {"data", Json::array()}};
  for (std::string_view const id : models) list["data"].push_back(model_entry(id));
  return answer::of_json(200, list);
}

Answer one_model(std::string const& id) {
  if (std::find(models.begin(), models.end(), id) != models.end()) return answer::of_json(200, model_entry(id));
  return refusal(404, "model_not_found", "model",
                 fmt::format("There is no model {}; GET /v1/models lists those of the mock.", json_text::excerpt(id)));
}

Answer enforced(Finding const& finding) {
  int const status = finding.rule.ends_with(".auth.present") ? 401 : 400;
  Rule const* const rule = rule_named(finding.rule);
  std::string const code = rule == nullptr ? "" : std::string(rule->code);
  return refusal(status, code, request_check::param_of(finding.pointer),
                 fmt::format("{} (rule {})", finding.message, finding.rule));
}

Answer no_step(NoStep const& reason) {
  return refusal(404, "mock_no_matching_step", request_check::param_of(reason.pointer), reason.message);
}

std::uint64_t seed_of(Player const& player, Route const& route, std::uint64_t turn) {
  return deterministic::hash(route.scenario, player.scenario().seed) + turn;
}

/// What the scenario says; nothing when the request is not its business.
std::optional<Answer> played(Request const& request, Route const& route, Json const& body, Player& player) {
  std::optional<std::variant<Played, NoStep>> const taken =
      player.take({.method = request.method, .route = route, .headers = request.headers, .body = body});
  if (!taken) return std::nullopt;
  if (NoStep const* const none = std::get_if<NoStep>(&*taken)) return no_step(*none);
  Played const& step = std::get<Played>(*taken);
  return answer::of_response(*step.respond, body, seed_of(player, route, step.turn), openai_dialect(route.kind));
}

Answer without_scenario(Request const& request, Route const& route, Json const& body) {
  Dialect const& dialect = openai_dialect(route.kind);
  Response const usual{.content = dialect.default_answer(body), .headers = {}};
  return answer::of_response(usual, body, deterministic::hash(request.body), dialect);
}

std::vector<Finding> findings_in(Request const& request, Route const& route, Json const& body) {
  if (route.kind == Route::Kind::embeddings) return request_check::check_embeddings(request.headers, body);
  if (route.kind == Route::Kind::images) return request_check::check_images(request.headers, body);
  if (route.kind == Route::Kind::responses) return request_check::check_responses(request.headers, body);
  return request_check::check_chat(request.headers, body);
}

/// Whether a scenario can answer a request for a stream.
bool has_streams(Player const* player) {
  if (player == nullptr) return false;
  std::vector<Step> const& steps = player->scenario().steps;
  return std::any_of(steps.begin(), steps.end(),
                     [](Step const& step) { return std::holds_alternative<EventStream>(step.respond.content); });
}

bool wants_stream(Json const& body) {
  return body.contains("stream") && body.at("stream") == true;
}

Json value_or_null(std::variant<Json, json_text::Problem> const& parsed) {
  Json const* const value = std::get_if<Json>(&parsed);
  return value == nullptr ? Json(nullptr) : *value;
}

Outcome asked(Request const& request, Route const& route, Player* player, CheckMode check) {
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(request.body);
  Json const body = value_or_null(parsed);
  Outcome outcome;
  if (check != CheckMode::off) outcome.findings = findings_in(request, route, body);
  if (check == CheckMode::enforce && !outcome.findings.empty()) {
    outcome.answer = enforced(outcome.findings.front());
  } else if (json_text::Problem const* const problem = std::get_if<json_text::Problem>(&parsed)) {
    outcome.answer = refusal(
        400, "", "",
        fmt::format("The body is no JSON: line {}, column {}: {}.", problem->line, problem->column, problem->message));
  } else if (!body.is_object()) {
    outcome.answer = refusal(400, "invalid_type", "", "The body must be a JSON object.");
  } else if (wants_stream(body) && !has_streams(player)) {
    outcome.answer = refusal(400, "unsupported_value", "stream",
                             "This build of the mock provider streams only what a step has as \"chunks\"; send "
                             "\"stream\": false or leave it out.");
  } else {
    std::optional<Answer> scripted = player == nullptr ? std::nullopt : played(request, route, body, *player);
    outcome.answer = scripted ? std::move(*scripted) : without_scenario(request, route, body);
  }
  return outcome;
}

Answer built_in(Request const& request, Route const& route) {
  bool const reads = request.method == "GET" || request.method == "HEAD";
  if (route.kind == Route::Kind::unknown) {
    return refusal(404, "", "", fmt::format("Invalid URL ({} {}).", request.method, route.path));
  }
  if (!reads) {
    return refusal(405, "method_not_supported", "", fmt::format("{} does not take {}.", route.path, request.method));
  }
  return route.kind == Route::Kind::models ? model_list() : one_model(route.name);
}

}  // namespace

Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check) {
  if (asks_model(route)) {
    if (request.method == "POST") return asked(request, route, player, check);
    return {.answer = refusal(405, "method_not_supported", "",
                              fmt::format("{} takes POST, not {}.", route.path, request.method)),
            .findings = {}};
  }
  if (player != nullptr) {
    Json const body = value_or_null(json_text::parse(request.body));
    if (std::optional<Answer> answer = played(request, route, body, *player)) return {std::move(*answer), {}};
  }
  return {.answer = built_in(request, route), .findings = {}};
}

}  // namespace mock_provider::openai

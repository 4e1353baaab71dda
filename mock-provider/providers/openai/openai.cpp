#include "mock-provider/providers/openai/openai.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mock-provider/check/gemini_check.hpp"
#include "mock-provider/check/ollama_check.hpp"
#include "mock-provider/check/other_checks.hpp"
#include "mock-provider/check/request_check.hpp"
#include "mock-provider/check/request_frame.hpp"
#include "mock-provider/check/rule_table.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/providers/gemini/gemini.hpp"
#include "mock-provider/providers/ollama/ollama.hpp"
#include "mock-provider/providers/openai/chat.hpp"
#include "mock-provider/providers/openai/embeddings.hpp"
#include "mock-provider/providers/openai/form_answers.hpp"
#include "mock-provider/providers/openai/images.hpp"
#include "mock-provider/providers/openai/responses.hpp"
#include "mock-provider/providers/openai/speech.hpp"
#include "mock-provider/providers/openai/text_completion.hpp"
#include "mock-provider/providers/provider_error.hpp"
#include "mock-provider/providers/small_answers.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::openai_models {

/// The answer to GET /v1/models: a fixed list in OpenAI's shape.
[[nodiscard]] Answer list();

/// The answer to GET /v1/models/ID: the entry of the list, else 404.
[[nodiscard]] Answer one(std::string const& id);

namespace {

constexpr std::array<std::string_view, 7> models{"gpt-4.1", "gpt-4o",      "gpt-4o-mini",           "gpt-5",
                                                 "o4-mini", "gpt-image-1", "text-embedding-3-small"};

Json entry(std::string_view id) {
  return {{"id", id},
          {"object", "model"},
          {"created", deterministic::time_of(deterministic::hash(id))},
          {"owned_by", "mock-provider"}};
}

}  // namespace

Answer list() {
  Json all{{"object", "list"}, {"data", Json::array()}};
  for (std::string_view const id : models) all["data"].push_back(entry(id));
  return answer::of_json(200, all);
}

Answer one(std::string const& id) {
  if (std::find(models.begin(), models.end(), id) != models.end()) return answer::of_json(200, entry(id));
  ProviderError error;
  error.status = 404;
  error.type = "invalid_request_error";
  error.code = "model_not_found";
  error.param = "model";
  error.message = fmt::format("There is no model {}; GET /v1/models lists those of the mock.", json_text::excerpt(id));
  return answer::of_error(error);
}

}  // namespace mock_provider::openai_models

namespace mock_provider {
namespace {

Completion nothing(Json const&) {
  return {};
}

constexpr Dialect embeddings{.body = embeddings_body::body,
                             .frames = nullptr,
                             .frame = event_frame::of_named,
                             .stream_end = "",
                             .delta_name = "",
                             .error_body = provider_error::body,
                             .error_headers = provider_error::headers,
                             .error_frame = error_frame::of_data,
                             .default_answer = nothing,
                             .in_requested_form = embeddings_body::in_requested_form,
                             .gives = Dialect::Gives::data,
                             .usual_headers = rate_limits::of_openai};
constexpr Dialect images{.body = images_body::body,
                         .frames = images_events::frames,
                         .frame = event_frame::of_named,
                         .stream_end = "",
                         .delta_name = "image_generation.partial_image",
                         .error_body = provider_error::body,
                         .error_headers = provider_error::headers,
                         .error_frame = error_frame::of_data,
                         .default_answer = nothing,
                         .gives = Dialect::Gives::data,
                         .usual_headers = rate_limits::of_openai};
constexpr Dialect responses{.body = responses_body::body,
                            .frames = responses_events::frames,
                            .frame = event_frame::of_named,
                            .stream_end = "",
                            .delta_name = "response.output_text.delta",
                            .error_body = provider_error::body,
                            .error_headers = provider_error::headers,
                            .error_frame = error_frame::of_response,
                            .default_answer = responses_body::default_answer,
                            .usual_headers = rate_limits::of_openai};

}  // namespace

Dialect const& openai_dialect(Route::Kind kind) {
  if (kind == Route::Kind::completions) return text_completion::dialect();
  if (kind == Route::Kind::ollama_chat) return ollama::chat();
  if (kind == Route::Kind::ollama_embed) return ollama::embed();
  if (kind == Route::Kind::gemini) return gemini::content();
  if (kind == Route::Kind::gemini_embed) return gemini::vectors();
  if (kind == Route::Kind::embeddings) return embeddings;
  if (kind == Route::Kind::images) return images;
  if (kind == Route::Kind::responses) return responses;
  return kind == Route::Kind::chat_completions ? chat_dialect() : free_dialect();
}

}  // namespace mock_provider

namespace mock_provider::openai {
namespace {

/// Gemini does not permit what others do not authorize.
int status_of(Finding const& finding, Route const& route) {
  if (!finding.rule.ends_with(".auth.present")) return 400;
  bool const is_geminis = route.kind == Route::Kind::gemini || route.kind == Route::Kind::gemini_embed;
  return is_geminis ? 403 : 401;
}

Answer enforced(Finding const& finding, Route const& route) {
  Rule const* const rule = rule_named(finding.rule);
  int const status = status_of(finding, route);
  return answer::of_error({.status = status,
                           .type = std::nullopt,
                           .code = rule == nullptr ? "" : std::string(rule->code),
                           .param = request_check::param_of(finding.pointer),
                           .message = fmt::format("{} (rule {})", finding.message, finding.rule),
                           .retry_after = std::nullopt},
                          openai_dialect(route.kind));
}

/// How the provider behind that route puts a problem.
std::function<Answer(scripted_answer::Problem const&)> refusal_of(Dialect const& dialect) {
  return [&dialect](scripted_answer::Problem const& problem) {
    return answer::of_error({.status = 404,
                             .type = std::nullopt,
                             .code = problem.code,
                             .param = request_check::param_of(problem.pointer),
                             .message = problem.message,
                             .retry_after = std::nullopt},
                            dialect);
  };
}

/// Whether the scenario answers.
bool play(MatchableRequest const& request, Json const& meant, Player* player, BuiltIn const& built_in,
          Outcome& outcome) {
  if (player == nullptr) return false;
  Dialect const& dialect = openai_dialect(request.route.kind);
  return scripted_answer::give(request, meant, *player,
                               {.dialect = dialect, .refusal = refusal_of(dialect), .built_in = built_in}, outcome);
}

Answer without_scenario(Request const& request, Route const& route, Json const& meant, BuiltIn const& built_in) {
  Response const usual{.content = UsualAnswer{}, .headers = {}};
  return answer::of_response(usual, meant, deterministic::hash(request.body), openai_dialect(route.kind), built_in);
}

/// Whether the requests of the interface are other than OpenAI's.
bool is_translated(Route const& route) {
  return route.kind == Route::Kind::ollama_chat || route.kind == Route::Kind::gemini ||
         route.kind == Route::Kind::gemini_embed;
}

std::vector<Finding> findings_in_body(Request const& request, Route const& route, Json const& meant) {
  // No rules are known but that a key is wanted.
  if (route.kind == Route::Kind::completions) return request_check::check_listing(request.headers);
  if (route.kind == Route::Kind::embeddings) return request_check::check_embeddings(request.headers, meant);
  if (route.kind == Route::Kind::images) return request_check::check_images(request.headers, meant);
  if (route.kind == Route::Kind::responses) return request_check::check_responses(request.headers, meant);
  return request_check::check_chat(request.headers, meant);
}

/// Of interfaces that are not OpenAI's the body is looked at as it was received.
std::vector<Finding> findings_of_foreign(Request const& request, Route const& route, Json const& received) {
  if (route.kind == Route::Kind::ollama_chat) return ollama_check::check_chat(received);
  if (route.kind == Route::Kind::ollama_embed) return ollama_check::check_embed(received);
  if (route.kind == Route::Kind::gemini) return gemini_check::check_content(request.headers, route, received);
  return gemini_check::check_embed(request.headers, route, received);
}

std::vector<Finding> findings_in(Request const& request, Route const& route, Json const& received, Json const& meant,
                                 Player const* player) {
  std::vector<Finding> findings = request_check::check_deployment(route);
  bool const is_foreign = is_translated(route) || route.kind == Route::Kind::ollama_embed;
  std::vector<Finding> in_body =
      is_foreign ? findings_of_foreign(request, route, received) : findings_in_body(request, route, meant);
  findings.insert(findings.end(), std::make_move_iterator(in_body.begin()), std::make_move_iterator(in_body.end()));
  return request_check::admitted(std::move(findings), player);
}

/// The body with the deployment as the model that it leaves out.
Json with_model(Json const& body, Route const& route) {
  Json meant = body;
  if (meant.is_object() && !meant.contains("model")) meant["model"] = route.deployment;
  return meant;
}

/// The body as OpenAI's interfaces would have it: of others translated, of Azure's with the deployment as the model
/// that it leaves out. Null where it is meant as it stands.
Json meant_by(Json const& body, Route const& route) {
  if (route.kind == Route::Kind::ollama_chat) return ollama::meant(body);
  if (is_translated(route)) return gemini::meant(body, route.name);
  return route.deployment.empty() ? Json(nullptr) : with_model(body, route);
}

Answer no_json(json_text::Problem const& problem) {
  return answer::refusal(
      400, "", "",
      fmt::format("The body is no JSON: line {}, column {}: {}.", problem.line, problem.column, problem.message));
}

Outcome requested(Request const& request, Route const& route, Player* player, CheckMode check, Kept const& kept) {
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(request.body);
  Json const nothing;
  Json const* const value = std::get_if<Json>(&parsed);
  Json const& received = value == nullptr ? nothing : *value;
  Json const translated = meant_by(received, route);
  Json const& meant = translated.is_null() ? received : translated;
  Outcome outcome;
  outcome.has_read_json = value != nullptr;
  if (check != CheckMode::off) outcome.findings = findings_in(request, route, received, meant, player);
  if (check == CheckMode::enforce && !outcome.findings.empty()) {
    outcome.answer = enforced(outcome.findings.front(), route);
  } else if (json_text::Problem const* const problem = std::get_if<json_text::Problem>(&parsed)) {
    outcome.answer = no_json(*problem);
  } else if (!received.is_object()) {
    outcome.answer = answer::refusal(400, "invalid_type", "", "The body must be a JSON object.");
  } else if (MatchableRequest const matchable{.method = request.method,
                                              .route = route,
                                              .headers = request.headers,
                                              .body = received,
                                              .earlier = kept.earlier};
             !play(matchable, meant, player, kept.answer, outcome)) {
    outcome.answer = without_scenario(request, route, meant, kept.answer);
  }
  return outcome;
}

/// What needs no model, but a JSON body.
Answer computed(Request const& request, Route const& route) {
  if (request.method != "POST") {
    return answer::refusal(405, "method_not_supported", "",
                           fmt::format("{} takes POST, not {}.", route.path, request.method));
  }
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(request.body);
  if (json_text::Problem const* const problem = std::get_if<json_text::Problem>(&parsed)) return no_json(*problem);
  Json const& body = std::get<Json>(parsed);
  if (!body.is_object()) return answer::refusal(400, "invalid_type", "", "The body must be a JSON object.");
  if (route.kind == Route::Kind::input_tokens) {
    std::int64_t const tokens = small_answers::tokens_of_response(body);
    return answer::of_json(200, {{"object", "response.input_tokens"}, {"input_tokens", tokens}});
  }
  if (route.kind == Route::Kind::speech) return speech::usual(body);
  if (!is_set(body, "input"))
    return answer::refusal(400, "missing_required_parameter", "input", "\"input\" is missing.");
  return answer::of_json(200, small_answers::moderation(body));
}

Answer built_in(Request const& request, Route const& route) {
  bool const needs_no_model = route.kind == Route::Kind::input_tokens || route.kind == Route::Kind::moderations ||
                              route.kind == Route::Kind::speech;
  if (needs_no_model) return computed(request, route);
  bool const takes_form = route.kind == Route::Kind::transcriptions || route.kind == Route::Kind::image_edits;
  if (takes_form) return form_answers::usual(request, route);
  if (route.kind == Route::Kind::unknown || route.kind == Route::Kind::api) {
    return answer::refusal(404, "", "", small_answers::no_such_path(request.method, route.path));
  }
  if (!is_read(request)) {
    return answer::no_method(request.method, route.path);
  }
  return route.kind == Route::Kind::models ? openai_models::list() : openai_models::one(route.name);
}

std::vector<Finding> findings_of_others(Request const& request, Route const& route) {
  if (route.kind == Route::Kind::unknown || route.kind == Route::Kind::api) return {};
  bool const counts = route.kind == Route::Kind::input_tokens && request.method == "POST";
  if (!counts) return request_check::check_listing(request.headers);
  return request_check::check_input_tokens(request.headers, request_frame::body_of(request));
}

}  // namespace

Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check, Kept const& kept) {
  if (calls_model(route)) {
    if (request.method == "POST") return requested(request, route, player, check, kept);
    return {.answer = answer::refusal(405, "method_not_supported", "",
                                      fmt::format("{} takes POST, not {}.", route.path, request.method)),
            .findings = {}};
  }
  Outcome outcome;
  if (check != CheckMode::off) {
    outcome.findings = request_check::admitted(findings_of_others(request, route), player);
  }
  if (check == CheckMode::enforce && !outcome.findings.empty()) {
    outcome.answer = enforced(outcome.findings.front(), route);
    return outcome;
  }
  BuiltIn const usual = [&] { return kept.answer ? kept.answer() : std::optional(built_in(request, route)); };
  Json const body = player == nullptr ? Json(nullptr) : request_frame::body_of(request);
  MatchableRequest const matchable{.method = request.method, .route = route, .headers = request.headers, .body = body};
  if (!play(matchable, body, player, usual, outcome)) outcome.answer = *usual();
  return outcome;
}

}  // namespace mock_provider::openai

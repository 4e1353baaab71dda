#include "mock-provider/providers/anthropic/anthropic.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "mock-provider/check/messages_check.hpp"
#include "mock-provider/check/request_check.hpp"
#include "mock-provider/check/request_frame.hpp"
#include "mock-provider/providers/anthropic/message.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/providers/provider_error.hpp"
#include "mock-provider/providers/small_answers.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::anthropic_models {
namespace {

struct Model {
  std::string_view id;
  std::string_view display_name;
  std::string_view created_at;
};

constexpr std::array<Model, 3> models{{
    {"claude-opus-4-1", "Claude Opus 4.1", "2025-08-05T00:00:00Z"},
    {"claude-sonnet-4-5", "Claude Sonnet 4.5", "2025-09-29T00:00:00Z"},
    {"claude-haiku-4-5", "Claude Haiku 4.5", "2025-10-15T00:00:00Z"},
}};

constexpr std::size_t usual_limit = 20;
constexpr std::size_t most_limit = 1000;

Json entry(Model const& model) {
  return {{"type", "model"}, {"id", model.id}, {"display_name", model.display_name}, {"created_at", model.created_at}};
}

Answer refusal(int status, std::string message) {
  ProviderError error;
  error.status = status;
  error.message = std::move(message);
  return answer::of_error(error, anthropic::dialect());
}

std::optional<std::size_t> limit_in(std::string const& query) {
  std::string const text = query_value(query, "limit").value_or(std::to_string(usual_limit));
  std::size_t limit = 0;
  std::from_chars_result const parsed = std::from_chars(text.data(), text.data() + text.size(), limit);
  bool const is_number = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  return is_number && limit >= 1 && limit <= most_limit ? std::optional(limit) : std::nullopt;
}

/// Where a model stands in the list; its length when it does not.
std::size_t index_of(std::string_view id) {
  auto const found = std::find_if(models.begin(), models.end(), [&](Model const& model) { return model.id == id; });
  return static_cast<std::size_t>(found - models.begin());
}

Json page(std::span<Model const> shown, std::size_t left) {
  Json result{{"data", Json::array()}, {"has_more", left > 0}, {"first_id", nullptr}, {"last_id", nullptr}};
  for (Model const& model : shown) result["data"].push_back(entry(model));
  if (shown.empty()) return result;
  result["first_id"] = shown.front().id;
  result["last_id"] = shown.back().id;
  return result;
}

}  // namespace

Answer list(std::string const& query) {
  std::optional<std::size_t> const limit = limit_in(query);
  if (!limit) return refusal(400, fmt::format("limit: must be a whole number from 1 to {}", most_limit));
  std::optional<std::string> const after = query_value(query, "after_id");
  std::optional<std::string> const before = query_value(query, "before_id");
  for (std::optional<std::string> const& id : {after, before}) {
    if (id && index_of(*id) == models.size()) {
      return refusal(400, fmt::format("There is no model {}.", json_text::excerpt(*id)));
    }
  }
  std::span<Model const> const all = models;
  if (before) {
    std::size_t const end = index_of(*before);
    std::size_t const count = std::min(*limit, end);
    return answer::of_json(200, page(all.subspan(end - count, count), end - count));
  }
  std::size_t const start = after ? index_of(*after) + 1 : 0;
  std::size_t const count = std::min(*limit, all.size() - start);
  return answer::of_json(200, page(all.subspan(start, count), all.size() - start - count));
}

Answer one(std::string const& id) {
  std::size_t const index = index_of(id);
  if (index < models.size()) return answer::of_json(200, entry(models[index]));
  return refusal(404,
                 fmt::format("There is no model {}; GET /v1/models lists those of the mock.", json_text::excerpt(id)));
}

}  // namespace mock_provider::anthropic_models

namespace mock_provider::anthropic {
namespace {

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
  return refusal(404, placed(problem.pointer, problem.message));
}

/// For routes that call no model, which a scenario answers with whatever it has.
Dialect const& free_form() {
  static Dialect const free = [] {
    Dialect any = dialect();
    any.forms = Dialect::Forms::any;
    return any;
  }();
  return free;
}

/// Whether the scenario answers.
bool play(Request const& request, Route const& route, Json const& body, Player* player, BuiltIn const& built_in,
          Outcome& outcome) {
  if (player == nullptr) return false;
  Dialect const& own = route.kind == Route::Kind::messages ? dialect() : free_form();
  return scripted_answer::give({.method = request.method, .route = route, .headers = request.headers, .body = body},
                               body, *player, {.dialect = own, .refusal = of_problem, .built_in = built_in}, outcome);
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
  Json const nothing;
  Json const& body = value == nullptr ? nothing : *value;
  Outcome outcome;
  outcome.has_read_json = value != nullptr;
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
  } else if (!play(request, route, body, player, {}, outcome)) {
    outcome.answer = without_scenario(request, body);
  }
  return outcome;
}

/// How many tokens a message would have.
Answer counted(Request const& request, Route const& route) {
  if (request.method != "POST") return refusal(405, fmt::format("{} takes POST, not {}.", route.path, request.method));
  std::variant<Json, json_text::Problem> const parsed = json_text::parse(request.body);
  if (std::optional<std::string> const hindered = hindrance(parsed)) return refusal(400, *hindered);
  Json const& body = std::get<Json>(parsed);
  for (std::string_view const name : {"messages", "model"}) {
    if (!is_set(body, name)) return refusal(400, fmt::format("{}: Field required", name));
  }
  return answer::of_json(200, {{"input_tokens", small_answers::tokens_of_message(body)}});
}

/// Without a scenario, on routes of which nothing is kept.
Answer built_in(Request const& request, Route const& route) {
  if (route.kind == Route::Kind::count_tokens) return counted(request, route);
  if (route.kind == Route::Kind::unknown) {
    return refusal(404, small_answers::no_such_path(request.method, route.path));
  }
  if (!is_read(request)) {
    return refusal(405, fmt::format("{} does not take {}.", route.path, request.method));
  }
  return route.kind == Route::Kind::models ? anthropic_models::list(route.query) : anthropic_models::one(route.name);
}

std::vector<Finding> findings_of_others(Request const& request, Route const& route) {
  if (route.kind == Route::Kind::unknown) return {};
  bool const counts = route.kind == Route::Kind::count_tokens && request.method == "POST";
  if (!counts) return messages_check::check_listing(request.headers);
  return messages_check::check(request.headers, request_frame::body_of(request), messages_check::Purpose::count);
}

/// Of routes that call no model.
Outcome of_others(Request const& request, Route const& route, Player* player, CheckMode check, BuiltIn const& kept) {
  Outcome outcome;
  if (check != CheckMode::off) {
    outcome.findings = request_check::admitted(findings_of_others(request, route), player);
  }
  if (check == CheckMode::enforce && !outcome.findings.empty()) {
    outcome.answer = enforced(outcome.findings.front());
    return outcome;
  }
  BuiltIn const usual = [&] { return kept ? kept() : std::optional(built_in(request, route)); };
  Json const body = player == nullptr ? Json(nullptr) : request_frame::body_of(request);
  if (!play(request, route, body, player, usual, outcome)) outcome.answer = *usual();
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
                               .require_whole = anthropic_message::require_whole,
                               .usual_headers = rate_limits::of_anthropic};
  return all;
}

bool is_addressed(Request const& request, Route const& route) {
  bool const is_its_own = route.kind == Route::Kind::messages || route.kind == Route::Kind::count_tokens ||
                          route.kind == Route::Kind::message_batches;
  if (is_its_own) return true;
  bool const is_of_both = route.kind == Route::Kind::models || route.kind == Route::Kind::model ||
                          route.kind == Route::Kind::files || route.kind == Route::Kind::unknown;
  return is_of_both && header_named(request.headers, "anthropic-version") != nullptr;
}

Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check, BuiltIn const& kept) {
  return route.kind == Route::Kind::messages ? message(request, route, player, check)
                                             : of_others(request, route, player, check, kept);
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

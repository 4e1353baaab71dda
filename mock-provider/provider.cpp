#include "mock-provider/provider.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "mock-provider/admin.hpp"
#include "mock-provider/batches.hpp"
#include "mock-provider/conversations.hpp"
#include "mock-provider/providers/anthropic/anthropic.hpp"
#include "mock-provider/providers/mcp/mcp.hpp"
#include "mock-provider/providers/openai/openai.hpp"
#include "mock-provider/values/deterministic.hpp"
#include "mock-provider/vector_stores.hpp"

namespace mock_provider {
namespace {

Outcome answered(Request const& request, Route const& route, Player* player, CheckMode check,
                 openai::Kept const& kept) {
  if (anthropic::is_addressed(request, route)) return anthropic::respond(request, route, player, check, kept.answer);
  if (route.kind == Route::Kind::mcp) return mcp::respond(request, route, player, check);
  return openai::respond(request, route, player, check, kept);
}

enum class Signature { openai, anthropic };

Signature signature_of(Request const& request, Route const& route) {
  return anthropic::is_addressed(request, route) ? Signature::anthropic : Signature::openai;
}

/// Gives the answer the id by which the provider knows the request.
void sign(Answer& answer, Signature signature, std::string const& request_id) {
  if (signature == Signature::anthropic) return anthropic::sign(answer, request_id);
  if (header_named(answer.headers, "x-request-id") == nullptr) answer.headers.emplace_back("x-request-id", request_id);
}

Dialect const& dialect_for(Request const& request, Route const& route) {
  return anthropic::is_addressed(request, route) ? anthropic::dialect() : chat_dialect();
}

/// What the journal keeps of an answer: of its body no more than so many bytes.
SentAnswer sent_answer(Answer const& answer, std::size_t most_bytes) {
  SentAnswer sent{.content_type = answer.content_type, .headers = answer.headers};
  if (is_stream(answer)) sent.form = SentAnswer::Form::stream;
  if (!is_sent_in_pieces(answer)) {
    sent.bytes = answer.body.size();
    sent.body.assign(answer.body, 0, most_bytes);
    return sent;
  }
  if (!answer.events) return sent;
  for (std::string const& frame : answer.events->frames) sent.bytes += frame.size();
  sent.body.reserve(std::min(sent.bytes, most_bytes));
  for (std::string const& frame : answer.events->frames) {
    if (sent.body.size() == most_bytes) break;
    sent.body.append(frame, 0, most_bytes - sent.body.size());
  }
  return sent;
}

/// A step may take any body on a route that is not a provider's.
bool takes_form(Route const& route) {
  return route.kind == Route::Kind::transcriptions || route.kind == Route::Kind::image_edits ||
         route.kind == Route::Kind::files || route.kind == Route::Kind::api || route.kind == Route::Kind::unknown;
}

bool is_multipart(Request const& request) {
  std::string const* const type = header_named(request.headers, "content-type");
  return type != nullptr && same_header_name(std::string_view(*type).substr(0, 10), "multipart/");
}

/// What people open who have only read where the mock listens.
bool is_front_door(Request const& request) {
  return request.target == "/" && is_read(request);
}

Answer way_to_the_page() {
  Answer answer;
  answer.status = 302;
  answer.content_type = "text/plain; charset=utf-8";
  answer.headers.emplace_back("location", "/_mock/");
  answer.body = "The mock provider's journal is at /_mock/\n";
  return answer;
}

/// Whether the request has one of the keys, in whichever header a client of these providers sends it.
bool has_key(Headers const& headers, std::vector<std::string> const& keys) {
  constexpr std::string_view scheme = "Bearer ";
  for (auto const& [name, value] : headers) {
    bool const is_bearer = same_header_name(name, "authorization") &&
                           same_header_name(std::string_view(value).substr(0, scheme.size()), scheme);
    bool const is_bare = same_header_name(name, "x-api-key") || same_header_name(name, "api-key") ||
                         same_header_name(name, "x-goog-api-key");
    if (!is_bearer && !is_bare) continue;
    std::string const key = is_bearer ? value.substr(scheme.size()) : value;
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) return true;
  }
  return false;
}

Answer wrong_key(Request const& request, Route const& route) {
  ProviderError error;
  error.status = 401;
  if (!anthropic::is_addressed(request, route)) error.code = "invalid_api_key";
  error.message = "The API key is missing or none of those that this mock was started with (--api-key).";
  return answer::of_error(error, dialect_for(request, route));
}

Answer answer_of_upstream(Request const& request, Route const& route, Recorder& recorder) {
  try {
    return recorder.pass_on(request, route);
  } catch (UpstreamError const& problem) {
    ProviderError error;
    error.status = 502;
    error.code = "mock_no_upstream";
    error.message = problem.what();
    return answer::of_error(error, dialect_for(request, route));
  }
}

Answer unknown_scenario(Request const& request, Route const& route) {
  std::string const& name = route.scenario;
  ProviderError error;
  error.status = 404;
  error.code = "mock_unknown_scenario";
  error.message = fmt::format(
      "The mock has no scenario \"{}\"; PUT /_mock/scenarios/{} first, or leave the prefix out.", name, name);
  return answer::of_error(error, dialect_for(request, route));
}

}  // namespace

Provider::Provider(CheckMode check, JournalBounds bounds, std::unique_ptr<Recorder> recorder,
                   std::vector<std::string> api_keys, std::string scheme)
    : check_(check),
      journal_(bounds),
      recorder_(std::move(recorder)),
      api_keys_(std::move(api_keys)),
      scheme_(std::move(scheme)) {}

Answer Provider::respond(Request request) {
  Route route = route_of(request.target);
  bool const may_be_form = recorder_ != nullptr || takes_form(route);
  if (!may_be_form && is_multipart(request)) {
    return refuse_unread(
        {.status = 415, .message = "Send JSON: this route takes no multipart body.", .request = std::move(request)});
  }
  if (route.kind == Route::Kind::admin && !is_admin_open_) return admin::closed();
  if (route.kind == Route::Kind::admin) {
    bool const is_reset = route.name == "reset" && request.method == "POST";
    if (is_reset) {
      stored_responses_.clear();
      stored_files_.clear();
      stored_objects_.clear();
    }
    return admin::respond(request, route, scenarios_, journal_, metrics_);
  }
  if (is_admin_open_ && is_front_door(request)) return way_to_the_page();
  return answer_and_note(std::move(request), std::move(route));
}

Answer Provider::refuse(Request request, std::string const& reason) {
  Route const route = route_of(request.target);
  ProviderError error;
  error.status = 403;
  error.type = "permission_error";
  error.code = "mock_caller_refused";
  error.message = reason;
  Answer answer = answer::of_error(error, dialect_for(request, route));
  sign(answer, signature_of(request, route), "req_refused");
  note_refused(std::move(request), answer, reason);
  return answer;
}

Answer Provider::refuse_unread(http::Refusal refusal) {
  Route const route = route_of(refusal.request.target);
  Signature const signature = signature_of(refusal.request, route);
  ProviderError error;
  error.status = refusal.status;
  // Anthropic has a type for each of these statuses, OpenAI one for all that are the client's fault.
  if (signature == Signature::openai && refusal.status < 500) error.type = "invalid_request_error";
  error.code = "";
  error.message = refusal.message;
  Answer answer = answer::of_error(error, dialect_for(refusal.request, route));
  sign(answer, signature, "req_unread");
  note_refused(std::move(refusal.request), answer, refusal.message);
  return answer;
}

void Provider::note_refused(Request request, Answer const& answer, std::string const& reason) {
  Route route = route_of(request.target);
  journal_.add_refused({.scenario = std::move(route.scenario),
                        .method = std::move(request.method),
                        .path = std::move(route.path),
                        .query = std::move(route.query),
                        .headers = std::move(request.headers),
                        .body = std::move(request.body),
                        .received_at_us = request.received_at_us,
                        .status = answer.status,
                        .findings = {},
                        .answer = sent_answer(answer, journal_.bounds().answer_bytes),
                        .refused = reason});
}

Outcome Provider::outcome_of(Request const& request, Route const& route, Player* player) {
  // The other server checks the request itself.
  bool const is_recorded = player == nullptr && recorder_ != nullptr;
  if (is_recorded) return {.answer = answer_of_upstream(request, route, *recorder_), .findings = {}};
  bool const is_guarded =
      !api_keys_.empty() && !(player != nullptr && player->scenario().admission == Admission::anyone);
  if (is_guarded && !has_key(request.headers, api_keys_)) {
    return {.answer = wrong_key(request, route), .findings = {}};
  }
  bool const may_go_on = route.kind == Route::Kind::responses && player != nullptr;
  Json const earlier = may_go_on ? items_before(request, route) : Json();
  return answered(request, route, player, check_, {.earlier = &earlier, .answer = kept_for(request, route)});
}

BuiltIn Provider::kept_for(Request const& request, Route const& route) {
  if (route.kind == Route::Kind::responses) {
    return [&] {
      std::optional<Answer> refusal = stored_responses_.refusal_of(request, route);
      return refusal ? refusal : conversations::refusal_of(request, route, stored_objects_);
    };
  }
  bool const is_kept = route.kind == Route::Kind::response || route.kind == Route::Kind::files ||
                       route.kind == Route::Kind::compact || route.kind == Route::Kind::batches ||
                       route.kind == Route::Kind::message_batches || route.kind == Route::Kind::conversations ||
                       route.kind == Route::Kind::vector_stores;
  if (!is_kept) return {};
  return [&] { return std::optional(kept_answer(request, route)); };
}

Answer Provider::kept_answer(Request const& request, Route const& route) {
  AskAlone const ask = [this](Request single) { return respond(std::move(single)); };
  if (route.kind == Route::Kind::response) return stored_responses_.respond(request, route);
  if (route.kind == Route::Kind::compact) {
    std::optional<Answer> refusal = stored_responses_.refusal_of(request, route);
    return refusal ? *std::move(refusal) : StoredResponses::compacted(request, items_before(request, route));
  }
  if (route.kind == Route::Kind::batches) {
    return openai_batches::respond(request, route, stored_objects_, stored_files_, ask);
  }
  if (route.kind == Route::Kind::message_batches) {
    return anthropic_batches::respond(request, route, stored_objects_, {.ask = ask, .scheme = scheme_});
  }
  if (route.kind == Route::Kind::conversations) return conversations::respond(request, route, stored_objects_);
  if (route.kind == Route::Kind::vector_stores) {
    return vector_stores::respond(request, route, stored_objects_, stored_files_);
  }
  return anthropic::is_addressed(request, route) ? anthropic_files::respond(request, route, stored_files_)
                                                 : openai_files::respond(request, route, stored_files_);
}

Json Provider::items_before(Request const& request, Route const& route) const {
  Json items = stored_responses_.items_before(request, route);
  return items.is_null() ? conversations::items_before(request, route, stored_objects_) : items;
}

void Provider::keep_response(std::shared_ptr<JournalEntry const> entry, Answer const& answer) {
  bool const goes_on = answer.status == 200 && conversations::may_be_named_in(entry->body);
  if (goes_on) {
    conversations::go_on(entry->scenario, entry->body, response_items::response_of(answer), stored_objects_);
  }
  stored_responses_.keep(std::move(entry), answer);
}

std::optional<Outcome> Provider::outcome_of_whole(Request const& request, Route const& whole, Player* player) {
  if (player != nullptr) {
    Outcome outcome = outcome_of(request, whole, player);
    bool const is_foreign =
        whole.kind == Route::Kind::unknown && !outcome.choice.has_value() && outcome.answer.status == 404;
    if (!is_foreign) return outcome;
  }
  if (recorder_ == nullptr) return std::nullopt;
  return outcome_of(request, whole, nullptr);
}

Answer Provider::answer_and_note(Request request, Route route) {
  std::shared_ptr<Player> player = scenarios_.find(route.scenario);
  Outcome outcome;
  if (player != nullptr || route.scenario == scenario::default_name) {
    outcome = outcome_of(request, route, player.get());
  } else {
    Route whole = whole_route_of(request.target);
    player = scenarios_.find(whole.scenario);
    if (std::optional<Outcome> found = outcome_of_whole(request, whole, player.get())) {
      outcome = *std::move(found);
      route = std::move(whole);
    } else {
      outcome.answer = unknown_scenario(request, route);
    }
  }
  metrics_.count({.route = route.kind,
                  .status = outcome.answer.status,
                  .is_stream = is_stream(outcome.answer),
                  .request_bytes = request.body.size()},
                 outcome.findings);
  std::uint64_t const number = ++request_number_;
  sign(outcome.answer, signature_of(request, route), "req_" + deterministic::token(number, 24));
  std::shared_ptr<JournalEntry const> entry =
      journal_.add({.scenario = route.scenario,
                    .method = std::move(request.method),
                    .path = route.path,
                    .query = route.query,
                    .headers = std::move(request.headers),
                    .body = std::move(request.body),
                    .received_at_us = request.received_at_us,
                    .status = outcome.answer.status,
                    .findings = std::move(outcome.findings),
                    .answer = sent_answer(outcome.answer, journal_.bounds().answer_bytes),
                    .choice = std::move(outcome.choice),
                    .body_form = outcome.has_read_json ? BodyForm::json : BodyForm::unknown});
  outcome.answer.sequence = entry->sequence;
  if (route.kind == Route::Kind::responses) keep_response(std::move(entry), outcome.answer);
  if (outcome.answer.arriving != nullptr) note_arrival(outcome.answer);
  if (outcome.answer.events && player != nullptr) outcome.answer.events->gate = player->gate();
  return std::move(outcome.answer);
}

void Provider::note_arrival(Answer const& answer) {
  answer.arriving->when_ended(
      [this, sequence = answer.sequence](std::string const& body) { journal_.note_body(sequence, body); });
}

void Provider::note_abort(Answer const& answer, std::size_t body_bytes) {
  if (answer.sequence > 0) journal_.note_abort(answer.sequence, body_bytes);
}

void Provider::stop_recording() {
  if (recorder_ != nullptr) recorder_->stop();
}

RecordingCounts Provider::recording() const {
  return recorder_ == nullptr ? RecordingCounts{} : recorder_->counts();
}

void Provider::put_scenario(std::string const& name, Json const& scenario) {
  if (!scenario::is_name(name)) {
    throw ScenarioError("", fmt::format("\"{}\" is no name for a scenario: use 1 to 128 letters, digits, \".\", \"_\" "
                                        "and \"-\", and none of {}",
                                        name, scenario::taken_names));
  }
  scenarios_.put(name, scenario::decode(scenario));
}

void Provider::remove_scenario(std::string const& name) {
  scenarios_.remove(name);
}

}  // namespace mock_provider

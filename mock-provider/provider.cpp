#include "mock-provider/provider.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "mock-provider/admin.hpp"
#include "mock-provider/anthropic.hpp"
#include "mock-provider/deterministic.hpp"
#include "mock-provider/openai.hpp"

namespace mock_provider {
namespace provider {
namespace {

Outcome answered(Request const& request, Route const& route, Player* player, CheckMode check) {
  return route.kind == Route::Kind::messages ? anthropic::respond(request, route, player, check)
                                             : openai::respond(request, route, player, check);
}

/// Gives the answer the id by which the provider knows the request.
void sign(Answer& answer, Route const& route, std::string const& request_id) {
  if (route.kind == Route::Kind::messages) return anthropic::sign(answer, request_id);
  if (header_named(answer.headers, "x-request-id") == nullptr) answer.headers.emplace_back("x-request-id", request_id);
}

Answer unknown_scenario(Route const& route) {
  std::string const& name = route.scenario;
  ProviderError error;
  error.status = 404;
  error.code = "mock_unknown_scenario";
  error.message = fmt::format(
      "The mock has no scenario \"{}\"; PUT /_mock/scenarios/{} first, or leave the prefix out.", name, name);
  return answer::of_error(error, route.kind == Route::Kind::messages ? anthropic::dialect() : chat_dialect());
}

}  // namespace
}  // namespace provider

Provider::Provider(CheckMode check, JournalBounds bounds) : check_(check), journal_(bounds) {}

Answer Provider::respond(Request const& request) {
  Route const route = route_of(request.target);
  if (route.kind == Route::Kind::admin) return admin::respond(request, route, scenarios_, journal_);
  return answer_and_note(request, route);
}

Answer Provider::answer_and_note(Request const& request, Route const& route) {
  std::shared_ptr<Player> const player = scenarios_.find(route.scenario);
  bool const is_known = player != nullptr || route.scenario == scenario::default_name;
  Outcome outcome = is_known ? provider::answered(request, route, player.get(), check_)
                             : Outcome{provider::unknown_scenario(route), {}};
  std::uint64_t const sequence = journal_.add({.scenario = route.scenario,
                                               .method = request.method,
                                               .path = route.path,
                                               .query = route.query,
                                               .headers = request.headers,
                                               .body = request.body,
                                               .received_at_us = request.received_at_us,
                                               .status = outcome.answer.status,
                                               .findings = std::move(outcome.findings)});
  provider::sign(outcome.answer, route, "req_" + deterministic::token(sequence, 24));
  return std::move(outcome.answer);
}

void Provider::put_scenario(std::string const& name, Json const& scenario) {
  if (!scenario::is_name(name)) {
    throw ScenarioError("",
                        fmt::format("\"{}\" is no name for a scenario: use 1 to 128 letters, digits, \".\", \"_\" "
                                    "and \"-\", and none of v1, chat, embeddings, images, messages, models, responses",
                                    name));
  }
  scenarios_.put(name, scenario::decode(scenario));
  journal_.forget(name);
}

void Provider::remove_scenario(std::string const& name) {
  scenarios_.remove(name);
}

}  // namespace mock_provider

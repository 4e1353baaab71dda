#include "mock-provider/provider.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "mock-provider/admin.hpp"
#include "mock-provider/deterministic.hpp"
#include "mock-provider/openai.hpp"

namespace mock_provider {
namespace provider {
namespace {

Answer unknown_scenario(std::string const& name) {
  ProviderError error;
  error.status = 404;
  error.code = "mock_unknown_scenario";
  error.message = fmt::format(
      "The mock has no scenario \"{}\"; PUT /_mock/scenarios/{} first, or leave the prefix out.", name, name);
  return answer::of_error(error);
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
  openai::Outcome outcome = is_known ? openai::respond(request, route, player.get(), check_)
                                     : openai::Outcome{provider::unknown_scenario(route.scenario), {}};
  std::uint64_t const sequence = journal_.add({.scenario = route.scenario,
                                               .method = request.method,
                                               .path = route.path,
                                               .query = route.query,
                                               .headers = request.headers,
                                               .body = request.body,
                                               .received_at_us = request.received_at_us,
                                               .status = outcome.answer.status,
                                               .findings = std::move(outcome.findings)});
  if (header_named(outcome.answer.headers, "x-request-id") == nullptr) {
    outcome.answer.headers.emplace_back("x-request-id", "req_" + deterministic::token(sequence, 24));
  }
  return std::move(outcome.answer);
}

void Provider::put_scenario(std::string const& name, Json const& scenario) {
  if (!scenario::is_name(name)) {
    throw ScenarioError("", fmt::format("\"{}\" is no name for a scenario: use 1 to 128 letters, digits, \".\", \"_\" "
                                        "and \"-\", and none of v1, chat, models",
                                        name));
  }
  scenarios_.put(name, scenario::decode(scenario));
  journal_.forget(name);
}

void Provider::remove_scenario(std::string const& name) {
  scenarios_.remove(name);
}

}  // namespace mock_provider

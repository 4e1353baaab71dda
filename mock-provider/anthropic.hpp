#pragma once

#include <string>

#include "mock-provider/dialect.hpp"
#include "mock-provider/finding.hpp"
#include "mock-provider/outcome.hpp"
#include "mock-provider/player.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/route.hpp"

namespace mock_provider::anthropic {

/// How Anthropic's Messages API puts what a scenario has it say.
[[nodiscard]] Dialect const& dialect();

/// Whether a request is for Anthropic: on its route of messages, or on the routes of models, which OpenAI has too, with
/// the header `anthropic-version`.
[[nodiscard]] bool is_asked(Request const& request, Route const& route);

/// Answers a request for Anthropic. `player` is the scenario's, nullptr without one: then every valid request gets its
/// default answer. A body that is no JSON object, and a `thread`, are refused before a step is taken.
[[nodiscard]] Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check);

/// Gives the answer the header `request-id`, unless the scenario did, and an error body the same as its `request_id`.
void sign(Answer& answer, std::string const& request_id);

}  // namespace mock_provider::anthropic

#pragma once

#include "mock-provider/finding.hpp"
#include "mock-provider/outcome.hpp"
#include "mock-provider/player.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/route.hpp"

namespace mock_provider::openai {

/// Answers a request on a route of OpenAI. `player` is the scenario's, nullptr without one: then every valid request
/// gets its default answer. A body that is no JSON object, and `stream: true` where no step of the scenario has chunks,
/// are refused before a step is taken.
[[nodiscard]] Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check);

}  // namespace mock_provider::openai

#pragma once

#include "mock-provider/finding.hpp"
#include "mock-provider/outcome.hpp"
#include "mock-provider/player.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/route.hpp"

namespace mock_provider::openai {

/// Answers a request on a route of OpenAI. `player` is the scenario's, nullptr without one: then every valid request
/// gets its default answer. A body that is no JSON object is refused before a step is taken. On a path that names a
/// deployment, as Azure has it, the deployment stands for a `model` that the body leaves out.
[[nodiscard]] Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check);

}  // namespace mock_provider::openai

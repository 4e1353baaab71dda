#pragma once

#include <vector>

#include "mock-provider/answer.hpp"
#include "mock-provider/finding.hpp"
#include "mock-provider/player.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/route.hpp"

namespace mock_provider::openai {

/// An answer and what the request check found on the way.
struct Outcome {
  Answer answer;
  std::vector<Finding> findings;
};

/// Answers a request on a route of OpenAI. `player` is the scenario's, nullptr without one: then every valid request
/// gets its default answer. A body that is no JSON object, and `stream: true`, are refused before a step is taken.
[[nodiscard]] Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check);

}  // namespace mock_provider::openai

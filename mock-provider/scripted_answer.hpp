#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "mock-provider/answer.hpp"
#include "mock-provider/dialect.hpp"
#include "mock-provider/matching_request.hpp"
#include "mock-provider/player.hpp"

namespace mock_provider::scripted_answer {

/// Why the scenario has no answer.
struct Problem {
  int status = 404;  ///< 400 when a step takes the request, but cannot answer it
  std::string code;
  std::string message;
  std::string pointer;  ///< JSON pointer into the body of the request, "" when it is not about a place in it
};

struct ScriptedAnswer {
  Answer answer;
  Choice choice;
};

/// What the scenario answers, and why it was this step; nothing when the request is not its business. Matchers see the
/// body as it was received, the answer is made for the one that is `meant`. `refusal` puts a problem as the provider
/// does.
[[nodiscard]] std::optional<ScriptedAnswer> to(MatchableRequest const& request, Json const& meant, Player& player,
                                               Dialect const& dialect,
                                               std::function<Answer(Problem const&)> const& refusal);

}  // namespace mock_provider::scripted_answer

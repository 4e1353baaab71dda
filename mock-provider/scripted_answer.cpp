#include "mock-provider/scripted_answer.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "mock-provider/misfit_step.hpp"

namespace mock_provider::scripted_answer {

std::optional<ScriptedAnswer> to(MatchableRequest const& request, Json const& meant, Player& player,
                                 Dialect const& dialect, std::function<Answer(Problem const&)> const& refusal) {
  std::optional<std::variant<Played, NoStep>> taken = player.take(request);
  if (!taken) return std::nullopt;
  if (NoStep* const none = std::get_if<NoStep>(&*taken)) {
    return ScriptedAnswer{.answer = refusal({.code = "mock_no_matching_step",
                                             .message = std::move(none->message),
                                             .pointer = std::move(none->pointer)}),
                          .choice = std::move(none->choice)};
  }
  Played& played = std::get<Played>(*taken);
  ScriptedAnswer scripted{.answer = {}, .choice = std::move(played.choice)};
  try {
    scripted.answer = answer::of_response(*played.respond, meant, played.seed, dialect);
  } catch (MisfitStep const& misfit) {
    scripted.answer = refusal({.status = 400,
                               .code = "mock_step_does_not_fit",
                               .message = fmt::format("Step {} of the mock scenario \"{}\" (/steps/{}) {}.",
                                                      played.step + 1, player.name(), played.step, misfit.what()),
                               .pointer = ""});
  }
  return scripted;
}

}  // namespace mock_provider::scripted_answer

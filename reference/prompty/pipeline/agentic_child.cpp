#include "prompty/pipeline/agentic_child.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/core/outcome.hpp"
#include "prompty/pipeline/turn.hpp"

namespace prompty {
namespace agentic_child {
namespace {

/// P13.4-07, A-375: bounds, guardrails and tools of the turn around the child hold for it as well, and its requests
/// count among that turn's; what is told and said there does not concern it.
TurnOptions options_within(CallSetting const& setting) {
  TurnOptions options = setting.turn == nullptr ? TurnOptions{} : *setting.turn;
  options.delivery = Delivery::whole;
  options.steering = nullptr;
  options.on_event = nullptr;
  options.cancellation = setting.cancellation;
  options.prompts = setting.prompts;
  ++options.turns_around;
  // The child's own turn adds itself.
  if (!options.prompts.empty()) options.prompts.pop_back();
  return options;
}

}  // namespace
}  // namespace agentic_child

Json run_agentic_child(std::filesystem::path const& child, Json const& arguments, CallSetting const& setting,
                       Runtime const& runtime) {
  TurnOptions const options = agentic_child::options_within(setting);
  return outcome_to_json(turn(child, arguments, options, runtime, setting.span).outcome)["value"];
}

}  // namespace prompty

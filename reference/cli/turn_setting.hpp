#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/approval.hpp"
#include "cli/choices.hpp"
#include "cli/console.hpp"
#include "cli/turn_display.hpp"
#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/pipeline/turn.hpp"
#include "prompty/registry/runtime.hpp"

namespace prompty::cli {

/// What all turns of one command have in common. Turns that are left behind share it.
struct TurnSetting {
  RunChoices run;
  TurnChoices turn;
  PromptyAgent agent;
  Json inputs;
  std::unique_ptr<Runtime> runtime;
  std::shared_ptr<Approvals const> approvals;
};

/// Loads the prompt file and makes ready what its turns need. What is said about the trace goes to `err`, and so does a
/// warning about tools that nothing carries out. Throws UsageError for wrong choices, and what `load` throws.
[[nodiscard]] std::shared_ptr<TurnSetting const> turn_setting(RunChoices const& run, TurnChoices const& turn,
                                                              std::ostream& err);

/// How one turn begins, and who approves its calls.
struct TurnStart {
  /// The command, as the trace is to show it.
  std::string signature;
  /// Without one the turn begins with what the prompt file says.
  std::optional<std::vector<Message>> conversation = std::nullopt;
  /// Without one no approval is possible.
  Consent consent = {};
};

/// Takes one turn and prints it, see `TurnDisplay`. Nothing when an interrupt, which it leaves to be taken, ended it.
/// Throws what `turn` throws, behind a line end when one is due.
[[nodiscard]] std::optional<TurnResult> take_turn(std::shared_ptr<TurnSetting const> const& setting, TurnStart start,
                                                  Console const& console);

}  // namespace prompty::cli

#pragma once

#include "cli/choices.hpp"
#include "cli/console.hpp"

namespace prompty::cli {

// Both return the exit code of the process, and throw UsageError and what the library raises.

/// Takes one turn with the prompt file and prints its answer; an interrupt ends it.
[[nodiscard]] int turn_file(RunChoices const& run, TurnChoices const& turn, Console const& console);

/// Talks with the prompt file, see `Chat`.
[[nodiscard]] int chat_with_file(RunChoices const& run, TurnChoices const& turn, Console const& console);

}  // namespace prompty::cli

#include "cli/turn_commands.hpp"

#include <memory>
#include <utility>

#include "cli/chat.hpp"
#include "cli/consent.hpp"
#include "cli/terminal_lines.hpp"
#include "cli/turn_setting.hpp"

namespace prompty::cli {
namespace turn_commands {
namespace {

std::unique_ptr<LineReader> lines_of(Console const& console) {
  if (console.typist == Typist::a_person) return std::make_unique<TerminalLines>(console.interrupts);
  return std::make_unique<StreamLines>(console.in);
}

/// A question before a call, on the terminal.
Consent consent_at(Console const& console) {
  if (console.typist != Typist::a_person) return {};
  return [&interrupts = console.interrupts, secrets = console.secrets](ToolCall const& call) {
    TerminalLines lines(interrupts);
    return agrees(lines, call, *secrets);
  };
}

}  // namespace
}  // namespace turn_commands

int turn_file(RunChoices const& run, TurnChoices const& turn, Console const& console) {
  Interrupts::Listening const listening(console.interrupts);
  std::shared_ptr<TurnSetting const> const setting = turn_setting(run, turn, console.err);
  TurnStart start{.signature = "prompty turn", .consent = turn_commands::consent_at(console)};
  return take_turn(setting, std::move(start), console) ? 0 : interrupted_code;
}

int chat_with_file(RunChoices const& run, TurnChoices const& turn, Console const& console) {
  std::unique_ptr<LineReader> const lines = turn_commands::lines_of(console);
  RunChoices choices = run;
  choices.stream = !turn.whole_answers;
  std::shared_ptr<TurnSetting const> const setting = turn_setting(choices, turn, console.err);
  Chat chat(setting, *lines, console);
  return chat.talk();
}

}  // namespace prompty::cli

#include "cli/chat.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <optional>
#include <ostream>
#include <utility>

#include "cli/consent.hpp"
#include "cli/diagnostics.hpp"
#include "cli/history.hpp"
#include "cli/saved_conversation.hpp"
#include "prompty/pipeline/prepare.hpp"

namespace prompty::cli {
namespace chat {
namespace {

constexpr int failed = 1;
constexpr std::string_view blanks = " \t";

constexpr std::string_view help =
    "/history     show the conversation\n"
    "/save PATH   write it into a file, to go on with --resume PATH\n"
    "/help        show this\n"
    "/quit        end, as Ctrl-D does\n"
    "Ctrl-C ends a turn and takes it back; the conversation stays. A line that begins with // is sent with one "
    "slash.\n";

std::string trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

Message said(std::string role, std::string text) {
  return {.role = std::move(role), .content = {TextPart{std::move(text)}}};
}

}  // namespace
}  // namespace chat

Chat::Chat(std::shared_ptr<TurnSetting const> setting, LineReader& lines, Console const& console)
    : setting_(std::move(setting)), lines_(lines), console_(console) {}

int Chat::talk() {
  std::optional<Interrupts::Listening> listening;
  // Without a person, nothing but a turn can go on after an interrupt.
  if (lines_.is_typed()) listening.emplace(console_.interrupts);
  conversation_ = beginning();
  if (lines_.is_typed()) note("/help lists the commands.");
  bool const is_asked = !conversation_.empty() && conversation_.back().role == "user";
  Next next = is_asked ? take(conversation_) : Next::line;
  while (next == Next::line) {
    std::variant<std::string, NoLine> const read = lines_.read("> ");
    if (std::string const* const line = std::get_if<std::string>(&read)) {
      was_interrupted_at_prompt_ = false;
      next = handle(*line);
    } else {
      next = std::get<NoLine>(read) == NoLine::interrupted ? stop_at_interrupt() : Next::end;
    }
  }
  return exit_code_;
}

std::vector<Message> Chat::beginning() const {
  if (setting_->turn.resumed_file) return saved_conversation(*setting_->turn.resumed_file);
  return prepare(setting_->agent, setting_->inputs, *setting_->runtime);
}

Chat::Next Chat::take(std::vector<Message> conversation) {
  Interrupts::Listening const listening(console_.interrupts);
  TurnStart start{.signature = "prompty chat", .conversation = std::move(conversation)};
  if (lines_.is_typed())
    start.consent = [this](ToolCall const& call) { return agrees(lines_, call, *setting_->run.prompt.secrets); };
  try {
    std::optional<TurnResult> result = take_turn(setting_, std::move(start), console_);
    if (result) {
      conversation_ = std::move(result->messages);
      return Next::line;
    }
  } catch (Error const& error) {
    write_error(error, *setting_->run.prompt.secrets, console_.err);
    if (!lines_.is_typed()) exit_code_ = chat::failed;
    return Next::line;
  }
  console_.interrupts.take();
  note("The turn was interrupted; the conversation is as it was before.");
  if (lines_.is_typed()) return Next::line;
  exit_code_ = interrupted_code;
  return Next::end;
}

Chat::Next Chat::handle(std::string const& line) {
  std::string const text = chat::trimmed(line);
  if (text.empty()) return Next::line;
  bool const is_command = text.front() == '/' && text.substr(0, 2) != "//";
  if (is_command) {
    std::size_t const end = text.find_first_of(chat::blanks);
    return command(text.substr(0, end), end == std::string::npos ? "" : chat::trimmed(text.substr(end)));
  }
  std::vector<Message> conversation = conversation_;
  conversation.push_back(chat::said("user", text.front() == '/' ? text.substr(1) : line));
  return take(std::move(conversation));
}

Chat::Next Chat::command(std::string_view name, std::string const& argument) {
  if (name == "/quit" || name == "/exit") return Next::end;
  if (name == "/history") {
    console_.out << setting_->run.prompt.secrets->masked(history_of(conversation_)) << std::flush;
  } else if (name == "/help") {
    console_.out << chat::help << std::flush;
  } else if (name == "/save") {
    save(argument);
  } else {
    note(fmt::format("There is no command {}; /help lists them, and // sends a line that begins with a slash.", name));
  }
  return Next::line;
}

Chat::Next Chat::stop_at_interrupt() {
  console_.interrupts.take();
  console_.out << '\n' << std::flush;
  if (was_interrupted_at_prompt_) return Next::end;
  was_interrupted_at_prompt_ = true;
  note("Ctrl-C again, or Ctrl-D, ends the conversation.");
  return Next::line;
}

void Chat::save(std::string const& path) {
  if (path.empty()) return note("Say where: /save PATH.");
  try {
    save_conversation(path, setting_->run.prompt.file, conversation_);
    note(fmt::format("{} messages are saved in {}.", conversation_.size(), path));
  } catch (Error const& error) {
    write_error(error, *setting_->run.prompt.secrets, console_.err);
    if (!lines_.is_typed()) exit_code_ = chat::failed;
  }
}

void Chat::note(std::string const& sentence) {
  console_.err << sentence << '\n' << std::flush;
}

}  // namespace prompty::cli

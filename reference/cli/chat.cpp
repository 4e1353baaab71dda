#include "cli/turn.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>

#include "cli/errors.hpp"
#include "cli/files.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::cli {
namespace {

std::string text_of(Message const& message) {
  std::string text;
  for (ContentPart const& part : message.content) {
    text += match(
        part, [](TextPart const& words) { return printable_lines(words.value); },
        [](ImagePart const&) { return std::string("[image]"); },
        [](AudioPart const&) { return std::string("[audio]"); }, [](FilePart const&) { return std::string("[file]"); });
  }
  return text;
}

constexpr int failed_turn_code = 1;
constexpr std::string_view blanks = " \t";

constexpr std::string_view help =
    "/history     show the conversation\n"
    "/save PATH   write it into a file, to go on with --resume PATH\n"
    "/help        show this\n"
    "/quit        end, as Ctrl-D does\n"
    "Ctrl-C ends a turn and takes it back; the conversation stays. A line that begins with // is sent with one "
    "slash.\n";

class Chat {
 public:
  /// All must outlive the chat.
  Chat(std::shared_ptr<TurnContext const> const& setting, LineReader& lines, Console const& console)
      : setting_(setting), lines_(lines), console_(console) {}

  [[nodiscard]] int talk() {
    std::optional<Interrupts::Listening> listening;
    // Without a person, nothing but a turn can go on after an interrupt.
    if (lines_.is_typed()) listening.emplace(console_.interrupts);
    std::optional<std::string> const& resumed = setting_->turn.resumed_file;
    conversation_ =
        resumed ? saved_conversation(*resumed) : prepare(setting_->agent, setting_->inputs, *setting_->runtime);
    if (lines_.is_typed()) note("/help lists the commands.");
    bool const awaits_answer = !conversation_.empty() && conversation_.back().role == "user";
    if (awaits_answer) take(conversation_);
    while (!is_over_) {
      std::variant<std::string, LineEnd> const read = lines_.read("> ");
      if (std::string const* const line = std::get_if<std::string>(&read)) {
        was_interrupted_at_prompt_ = false;
        handle(*line);
      } else if (std::get<LineEnd>(read) == LineEnd::interrupted) {
        stop_at_interrupt();
      } else {
        is_over_ = true;
      }
    }
    return exit_code_;
  }

 private:
  /// Takes a turn that starts with this conversation.
  void take(std::vector<Message> conversation) {
    Interrupts::Listening const listening(console_.interrupts);
    TurnStart start{.signature = "prompty chat", .conversation = std::move(conversation)};
    if (lines_.is_typed()) {
      start.consent = [this](ToolCall const& call) {
        return confirm_call(lines_, call, *setting_->run.prompt.secrets);
      };
    }
    try {
      std::optional<TurnResult> result = take_turn(setting_, start, console_);
      if (result) {
        conversation_ = std::move(result->messages);
        return;
      }
    } catch (Error const& error) {
      return report(error);
    }
    console_.interrupts.take();
    note("The turn was interrupted; the conversation is as it was before.");
    if (lines_.is_typed()) return;
    exit_code_ = interrupted_code;
    is_over_ = true;
  }

  void handle(std::string const& line) {
    std::string_view const text = utf8::trimmed(line, blanks);
    if (text.empty()) return;
    if (text.starts_with('/') && !text.starts_with("//")) {
      std::size_t const end = std::min(text.find_first_of(blanks), text.size());
      return command(text.substr(0, end), std::string(utf8::trimmed(text.substr(end), blanks)));
    }
    std::vector<Message> conversation = conversation_;
    conversation.push_back(user_message(text.starts_with('/') ? std::string(text.substr(1)) : line));
    take(std::move(conversation));
  }

  void command(std::string_view name, std::string const& argument) {
    if (name == "/quit" || name == "/exit") {
      is_over_ = true;
    } else if (name == "/history") {
      console_.out << setting_->run.prompt.secrets->masked(history_of(conversation_)) << std::flush;
    } else if (name == "/help") {
      console_.out << help << std::flush;
    } else if (name == "/save") {
      save(argument);
    } else {
      note(
          fmt::format("There is no command {}; /help lists them, and // sends a line that begins with a slash.", name));
    }
  }

  void stop_at_interrupt() {
    console_.interrupts.take();
    console_.out << '\n' << std::flush;
    is_over_ = was_interrupted_at_prompt_;
    if (is_over_) return;
    was_interrupted_at_prompt_ = true;
    note("Ctrl-C again, or Ctrl-D, ends the conversation.");
  }

  void save(std::string const& path) {
    if (path.empty()) return note("Say where: /save PATH.");
    try {
      save_conversation(path, setting_->run.prompt.file, conversation_);
      note(fmt::format("{} messages are saved in {}.", conversation_.size(), path));
    } catch (Error const& error) {
      report(error);
    }
  }

  void report(Error const& error) {
    write_error(error, *setting_->run.prompt.secrets, console_.err);
    if (!lines_.is_typed()) exit_code_ = failed_turn_code;
  }

  void note(std::string const& sentence) { console_.err << sentence << '\n' << std::flush; }

  std::shared_ptr<TurnContext const> const& setting_;
  LineReader& lines_;
  Console const& console_;
  std::vector<Message> conversation_;
  int exit_code_ = 0;
  bool is_over_ = false;
  bool was_interrupted_at_prompt_ = false;
};

}  // namespace

std::string history_of(std::vector<Message> const& messages) {
  std::string paragraphs;
  for (Message const& message : messages) {
    std::string const text = text_of(message);
    paragraphs += text.empty() ? message.role + ":\n" : fmt::format("{}: {}\n", message.role, text);
    // The calls of a message of the assistant, as chat completions write them.
    for (Json const& call : list_in(message.metadata, "tool_calls")) {
      Json const& function = member_of(call, "function");
      ToolCall const shown{.name = text_in(function, "name"), .arguments = text_in(function, "arguments")};
      paragraphs += fmt::format("  {}\n", call_line(shown));
    }
  }
  return paragraphs;
}

void save_conversation(std::string const& path, std::string const& prompt_file, std::vector<Message> const& messages) {
  // Of a link, pipe or device, only the name would be left.
  std::string const replaced = kind_unless_regular(path);
  if (!replaced.empty()) throw errors::conversation_would_replace(path, replaced);
  Json const conversation{{"prompt", prompt_file}, {"messages", message_codec::write(messages)}};
  int const error = replace_file(path, json_text::dump_indented(conversation) + '\n', Readers::owner);
  if (error != 0) throw errors::conversation_not_saved(path, std::generic_category().message(error));
}

std::vector<Message> saved_conversation(std::string const& path) {
  std::optional<Json> const conversation = json_text::parse(read_file(path));
  if (!conversation) throw errors::saved_conversation_malformed(path, "it is no JSON");
  if (!conversation->is_object() || !conversation->contains("messages")) {
    throw errors::saved_conversation_malformed(path, "it is no object with messages");
  }
  return message_codec::read((*conversation)["messages"], path + ": messages");
}

int chat(std::shared_ptr<TurnContext const> const& setting, LineReader& lines, Console const& console) {
  return Chat(setting, lines, console).talk();
}

}  // namespace prompty::cli

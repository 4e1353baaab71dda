#pragma once

#include "cli/console.hpp"
#include "cli/turn.hpp"
#include "prompty/core/message.hpp"

namespace prompty::cli {

/// The conversation for a person to read, a paragraph a message: its role, its text, parts that are no text by their
/// kind, and calls of tools as `call_line` shows them.
[[nodiscard]] std::string history_of(std::vector<Message> const& messages);

/// Writes the conversation with the prompt file as JSON, `{"prompt", "messages"}`, in place of what the file at `path`
/// held, which stays whole if that fails. Only its owner may read a new file. Throws RuntimeError when it cannot be
/// written, and for what is no regular file, such as a link.
void save_conversation(std::string const& path, std::string const& prompt_file, std::vector<Message> const& messages);

/// The messages of a file that `save_conversation` wrote. Throws ValueError for another file, and what `read_file`
/// throws.
[[nodiscard]] std::vector<Message> saved_conversation(std::string const& path);

/// A conversation in a terminal, or with a program. A turn that fails or is interrupted leaves it as it was before.
class Chat {
 public:
  /// All must outlive the chat.
  Chat(std::shared_ptr<TurnContext const> setting, LineReader& lines, Console const& console);

  /// Takes turns until the end of the input. Returns the exit code of the process: 0, or for lines of a program
  /// 1 after a failed turn and `interrupted_code` after an interrupted one. Throws what `prepare` and
  /// `saved_conversation` throw.
  [[nodiscard]] int talk();

 private:
  enum class Next { line, end };

  [[nodiscard]] std::vector<Message> beginning() const;
  /// Takes a turn that starts with this conversation.
  Next take(std::vector<Message> conversation);
  Next handle(std::string const& line);
  Next command(std::string_view name, std::string const& argument);
  Next stop_at_interrupt();
  void save(std::string const& path);
  void note(std::string const& sentence);

  std::shared_ptr<TurnContext const> setting_;
  LineReader& lines_;
  Console const& console_;
  std::vector<Message> conversation_;
  int exit_code_ = 0;
  bool was_interrupted_at_prompt_ = false;
};

}  // namespace prompty::cli

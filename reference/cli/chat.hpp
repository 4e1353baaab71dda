#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.hpp"
#include "cli/line_reader.hpp"
#include "cli/turn_setting.hpp"

namespace prompty::cli {

/// A conversation in a terminal, or with a program. A turn that fails or is interrupted leaves it as it was before.
class Chat {
 public:
  /// All must outlive the chat.
  Chat(std::shared_ptr<TurnSetting const> setting, LineReader& lines, Console const& console);

  /// Talks until the input is at its end. Returns the exit code of the process: 0, or when nobody types 1 after a turn
  /// that failed and that of interrupts after one that was interrupted. Throws what `prepare` and
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

  std::shared_ptr<TurnSetting const> setting_;
  LineReader& lines_;
  Console const& console_;
  std::vector<Message> conversation_;
  int exit_code_ = 0;
  bool was_interrupted_at_prompt_ = false;
};

}  // namespace prompty::cli

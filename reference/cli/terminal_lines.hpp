#pragma once

#include <memory>
#include <string>
#include <variant>

#include "cli/interrupts.hpp"
#include "cli/line_reader.hpp"

namespace prompty::cli {

/// Lines typed at the terminal on standard input, edited with the keys of emacs, or those that ~/.editrc says, and with
/// the lines before at the arrow keys. At most one at a time; it makes the process speak UTF-8. `interrupts` must
/// outlive this.
class TerminalLines final : public LineReader {
 public:
  explicit TerminalLines(Interrupts const& interrupts);
  ~TerminalLines() override;

  [[nodiscard]] std::variant<std::string, NoLine> read(std::string const& prompt) override;
  [[nodiscard]] bool is_typed() const override { return true; }

 private:
  class Editor;

  std::unique_ptr<Editor> editor_;
};

}  // namespace prompty::cli

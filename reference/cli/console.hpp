#pragma once

#include <variant>

#include "cli/interrupts.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty::cli {

/// Why there is no line: an interrupt waits to be taken, or the input is at its end.
enum class LineEnd : std::uint8_t { interrupted, ended };

/// The input of a person or a program, line by line.
class LineReader {
 public:
  virtual ~LineReader() = default;

  /// The next line without its end. A terminal shows `prompt` before it.
  [[nodiscard]] virtual std::variant<std::string, LineEnd> read(std::string const& prompt) = 0;

  /// Whether a person types, who can answer questions.
  [[nodiscard]] virtual bool is_typed() const = 0;
};

/// The lines of a stream, which must outlive this; prompts are not shown.
class StreamLines final : public LineReader {
 public:
  explicit StreamLines(std::istream& in) : in_(in) {}

  [[nodiscard]] std::variant<std::string, LineEnd> read(std::string const& prompt) override;
  [[nodiscard]] bool is_typed() const override { return false; }

 private:
  std::istream& in_;
};

/// Lines typed at the terminal on standard input, edited with the keys of emacs, or those that ~/.editrc says, and with
/// the lines before at the arrow keys. At most one at a time; it makes the process speak UTF-8. `interrupts` must
/// outlive it.
[[nodiscard]] std::unique_ptr<LineReader> terminal_lines(Interrupts const& interrupts);

enum class InputSource : std::uint8_t { stream, terminal };

/// Streams, interrupts and secrets of a command.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Interrupts& interrupts;
  /// Lines come from the terminal on standard input, or from `in`.
  InputSource source = InputSource::stream;
  /// Masked on `err` (`MaskedOutput`). Commands add to it. Never null.
  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>();
};

}  // namespace prompty::cli

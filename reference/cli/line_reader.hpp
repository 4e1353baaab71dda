#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <variant>

namespace prompty::cli {

/// Why there is no line: an interrupt waits to be taken, or the input is at its end.
enum class NoLine : std::uint8_t { interrupted, ended };

/// Where a person, or a program in the place of one, says something.
class LineReader {
 public:
  virtual ~LineReader() = default;

  /// The next line without its end. A terminal shows `prompt` before it.
  [[nodiscard]] virtual std::variant<std::string, NoLine> read(std::string const& prompt) = 0;

  /// Whether a person can answer questions in between.
  [[nodiscard]] virtual bool is_typed() const = 0;
};

/// The lines of a stream, which must outlive this; prompts are not shown.
class StreamLines final : public LineReader {
 public:
  explicit StreamLines(std::istream& in) : in_(in) {}

  [[nodiscard]] std::variant<std::string, NoLine> read(std::string const& prompt) override;
  [[nodiscard]] bool is_typed() const override { return false; }

 private:
  std::istream& in_;
};

}  // namespace prompty::cli

#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace jinja {

/// What is wrong: the text is no template; a variable without a value was used where the rule demands one; or something
/// cannot be done with the values, or reached a limit.
enum class ErrorKind { syntax, undefined, failed };

/// A place in a template, for people: line and column (in code points) count from 1; line 0 when none is known.
struct Position {
  std::size_t line = 0;
  std::size_t column = 0;

  bool operator==(Position const&) const = default;
};

/// What this library throws. `what()` is a sentence: "Template error: division by zero (line 2, column 6)".
class Error : public std::runtime_error {
 public:
  /// `reason` is what `reason()` returns.
  Error(ErrorKind kind, std::string reason, Position position);

  /// Which of the three it is.
  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }
  /// What is wrong, without the position; of an undefined variable its name.
  [[nodiscard]] std::string const& reason() const noexcept { return reason_; }
  /// Where in the template it is wrong.
  [[nodiscard]] Position position() const noexcept { return position_; }

 private:
  ErrorKind kind_;
  std::string reason_;
  Position position_;
};

/// The sentence of an error at `place` (a text such as "line 2, column 6"; "" when none is known).
[[nodiscard]] std::string message_of(ErrorKind kind, std::string_view reason, std::string_view place);

}  // namespace jinja

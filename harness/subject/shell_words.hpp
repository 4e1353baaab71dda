#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace conformance {

/// A command that ends inside a quotation or after a lone backslash; the message says where it began.
class ShellWordsError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Splits a command into words as a POSIX shell does with its quoting alone: blanks and newlines separate; '…' keeps
/// everything; "…" keeps everything but a backslash before $ ` " \ or newline; a bare backslash keeps the next
/// character, and disappears with a newline. Nothing is expanded and operators such as | or > are ordinary characters.
/// "" makes an empty word. Throws ShellWordsError for an open quotation or a backslash at the end.
[[nodiscard]] std::vector<std::string> split_shell_words(std::string_view command);

}  // namespace conformance

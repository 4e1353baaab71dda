#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prompty::cli {

/// The words of a command as a POSIX shell would split it: blanks part words, single quotes keep everything, double
/// quotes all but a backslash before `"`, `\`, `$`, a backtick and a line end, and outside a backslash keeps the next
/// character. Nothing is expanded and no operator is known. Nothing when a quote is left open or a backslash ends the
/// text.
[[nodiscard]] std::optional<std::vector<std::string>> shell_words(std::string_view command);

}  // namespace prompty::cli

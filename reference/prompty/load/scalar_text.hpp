#pragma once

#include <string>
#include <string_view>

/// What the lines of a scalar of YAML 1.2 mean, where they are not the text themselves.
namespace prompty::yaml::scalar_text {

/// The text of a block (§8.1 of YAML 1.2.2) whose bar or angle `text` begins with, and behind which it goes on with
/// what follows. Its lines are indented by `least_indentation` blanks at least: one more than the key or dash that it
/// belongs to, none when it is the whole document.
[[nodiscard]] std::string of_block(std::string_view text, std::size_t least_indentation);

/// The text that `written` gives between two quotes, `"` or `'` (§7.3.1, §7.3.2), or without (any other `quote`;
/// §7.3.3): doubled single quotes and escapes are one character, a line end with the blanks around it is a blank, and
/// each empty line a line end. The escapes are those that YAML has.
[[nodiscard]] std::string unquoted(std::string_view written, char quote);

}  // namespace prompty::yaml::scalar_text

#pragma once

#include <string>
#include <string_view>

/// What the lines of a scalar of YAML 1.2 mean, where they are not the text themselves.
namespace prompty::yaml::scalar_text {

/// The text of a folded block (§8.1.3 of YAML 1.2.2), of which `literal` has the lines without their indentation.
[[nodiscard]] std::string folded(std::string_view literal);

/// The text that `written` gives between two quotes, `"` or `'` (§7.3.1, §7.3.2): doubled single quotes and escapes are
/// one character, a line end with the blanks around it is a blank, and each empty line a line end. The escapes are
/// those that YAML has.
[[nodiscard]] std::string unquoted(std::string_view written, char quote);

}  // namespace prompty::yaml::scalar_text

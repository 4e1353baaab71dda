#pragma once

#include <string>
#include <string_view>

namespace mock_provider::html_text {

/// A text as it may stand between tags and inside quoted attributes of an HTML page in UTF-8: markup is escaped, bytes
/// that are no UTF-8 and control characters other than tab and line feed become U+FFFD.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace mock_provider::html_text

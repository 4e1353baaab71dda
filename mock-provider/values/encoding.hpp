#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mock_provider::base64 {

/// Base64 with padding (RFC 4648, section 4).
[[nodiscard]] std::string encoded(std::string_view bytes);

/// The bytes of such a text; nothing when it is malformed.
[[nodiscard]] std::optional<std::string> decoded(std::string_view text);

}  // namespace mock_provider::base64

namespace mock_provider {

/// The letter in lower case when it is one of ASCII, any other byte as it is.
[[nodiscard]] constexpr char lower_ascii(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
}

/// The text with the letters of ASCII in lower case.
[[nodiscard]] std::string lower_ascii(std::string_view text);

/// JSON text, or any text in which such characters stand in JSON strings alone, with every character beyond ASCII as
/// its escape: "\u00fc", beyond the basic plane two of them. Bytes that are no UTF-8 stay as they are.
[[nodiscard]] std::string escaped_letters(std::string_view text);

}  // namespace mock_provider

#pragma once

#include <string>
#include <string_view>

namespace mock_provider::base64 {

/// Base64 with padding (RFC 4648, section 4).
[[nodiscard]] std::string encoded(std::string_view bytes);

}  // namespace mock_provider::base64

#pragma once

#include <string>
#include <string_view>

namespace conformance {

/// The bytes in gzip's format (RFC 1952), as base64. The same bytes give the same text.
[[nodiscard]] std::string gzip_base64(std::string_view bytes);

}  // namespace conformance

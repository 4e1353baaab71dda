#pragma once

#include <string>
#include <string_view>

namespace conformance {

/// "sha256:" and the digest of the bytes in 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace conformance

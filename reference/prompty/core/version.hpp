#pragma once

#include <string_view>

namespace prompty {

/// The version of this library, such as "0.1.0".
[[nodiscard]] std::string_view version();

}  // namespace prompty

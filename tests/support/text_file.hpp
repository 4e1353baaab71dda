#pragma once

#include <filesystem>
#include <string>

namespace prompty_tests {

/// The bytes of a file; "" when it cannot be read.
[[nodiscard]] std::string text_of(std::filesystem::path const& path);

}  // namespace prompty_tests

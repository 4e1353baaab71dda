#pragma once

#include <filesystem>
#include <string>

namespace prompty::file_access {

/// All bytes of a regular file. Throws FileNotFoundError when there is none at `path`, RuntimeError when it cannot be
/// read.
[[nodiscard]] std::string read(std::filesystem::path const& path);

}  // namespace prompty::file_access

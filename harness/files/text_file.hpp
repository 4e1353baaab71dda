#pragma once

#include <filesystem>
#include <string>

namespace conformance {

/// The bytes of a file. Throws InputError naming the path when it cannot be read.
[[nodiscard]] std::string read_file(std::filesystem::path const& path);

/// Writes the bytes, making the folders on the way. Throws InputError naming the path when it cannot be written.
void write_file(std::filesystem::path const& path, std::string const& bytes);

}  // namespace conformance

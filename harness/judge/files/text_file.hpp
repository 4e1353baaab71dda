#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace conformance {

/// The bytes of a file. Throws InputError naming the path when it cannot be read.
[[nodiscard]] std::string read_file(std::filesystem::path const& path);

/// Writes the bytes, making the folders on the way. Throws InputError naming the path when it cannot be written.
void write_file(std::filesystem::path const& path, std::string const& bytes);

/// "sha256:" and the digest of the bytes in 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// The beginning of such a digest, for people: "sha256:" and 12 digits.
[[nodiscard]] std::string short_digest(std::string const& digest);

}  // namespace conformance

#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace conformance {

/// No file that a command reads has more: the report of a run with all rewritings has a tenth of it.
inline constexpr std::size_t most_bytes_of_a_file = std::size_t{1} << 30;

/// The bytes of a regular file. Throws InputError naming the path when it cannot be read, is no regular file, such as a
/// device without end or a pipe without writer, or has more than `most_bytes_of_a_file`.
[[nodiscard]] std::string read_file(std::filesystem::path const& path);

/// Writes the bytes, making the folders on the way. Throws InputError naming the path when it cannot be written.
void write_file(std::filesystem::path const& path, std::string const& bytes);

/// "sha256:" and the digest of the bytes in 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// The beginning of such a digest, for people: "sha256:" and 12 digits.
[[nodiscard]] std::string short_digest(std::string const& digest);

}  // namespace conformance

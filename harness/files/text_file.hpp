#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace conformance {

/// The bytes of a file. Throws InputError naming the path when it cannot be read.
[[nodiscard]] std::string read_file(std::filesystem::path const& path);

/// Writes the bytes, making the folders on the way. Throws InputError naming the path when it cannot be written.
void write_file(std::filesystem::path const& path, std::string const& bytes);

/// As write_file, but whoever opens the path finds the old file or the whole new one: it is written beside and renamed.
/// What is no regular file (a pipe, a terminal) is written in place, as is a file in a folder that takes no other.
/// Throws InputError as write_file does.
void replace_file(std::filesystem::path const& path, std::string const& bytes);

/// Makes sure that the file can be written, and removes it if it is a regular one, so that what an earlier run left
/// there is not taken for the result of this one. Throws InputError naming the path when it cannot be written.
void clear_file(std::filesystem::path const& path);

/// "sha256:" and the digest of the bytes in 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

/// The beginning of such a digest, for people: "sha256:" and 12 digits.
[[nodiscard]] std::string short_digest(std::string const& digest);

}  // namespace conformance

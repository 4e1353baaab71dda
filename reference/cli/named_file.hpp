#pragma once

#include <cstddef>
#include <string>

namespace prompty::cli {

/// What a file that the command line names may hold: more than any provider takes in one request.
inline constexpr std::size_t most_bytes_of_named_file = 67'108'864;

/// The bytes of a regular file, or of a pipe that the shell hands over, as for `<(command)`. Throws FileNotFoundError
/// when there is none, ValueError when it holds more than `most_bytes`, RuntimeError for a device or anything else that
/// may never end, and when it cannot be read.
[[nodiscard]] std::string read_file(std::string const& path, std::size_t most_bytes = most_bytes_of_named_file);

/// What is at `path` itself and no regular file, such as "a symbolic link" or "a device"; "" for a regular file and
/// where nothing is.
[[nodiscard]] std::string what_is_no_regular_file(std::string const& path);

}  // namespace prompty::cli

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace prompty::cli {

/// More than any provider takes in one request.
inline constexpr std::size_t max_bytes_of_named_file = 67'108'864;

/// The bytes of a regular file, or of a pipe that the shell hands over, as for `<(command)`. Throws FileNotFoundError
/// when there is none, ValueError when it holds more than `max_bytes`, RuntimeError for a device or anything else that
/// may never end, and when it cannot be read.
[[nodiscard]] std::string read_file(std::string const& path, std::size_t max_bytes = max_bytes_of_named_file);

/// What is at `path` itself and no regular file, such as "a symbolic link" or "a device"; "" for a regular file and
/// where nothing is.
[[nodiscard]] std::string kind_unless_regular(std::string const& path);

/// Who may read a file that takes the place of another.
enum class Readers : std::uint8_t {
  owner,     ///< its owner alone
  as_before  ///< who might read the other, or who may read new files as usual
};

/// Puts a file with these bytes in the place of a regular file, or where nothing is. It is written beside and renamed,
/// so that whoever opens the path finds the old file or the whole new one, even when this process is killed. 0, or the
/// error number of the system; then all is as it was.
[[nodiscard]] int replace_file(std::string const& path, std::string_view bytes, Readers readers);

/// Writes these bytes to wherever `path` leads. A regular file is replaced, and a link to one stays a link; what is no
/// regular file (a pipe, a terminal, a descriptor of this process such as /dev/stdout) is written into, and so is a
/// file whose folder takes no other. 0, or the error number of the system.
[[nodiscard]] int write_file(std::string const& path, std::string_view bytes);

}  // namespace prompty::cli

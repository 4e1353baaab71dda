#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <variant>

namespace prompty::file_access {

/// Why the bytes of a file are not there. Whoever reads knows which error that makes.
struct NotFound {};
struct TooLarge {};
struct Unreadable {
  std::string reason;
};

/// All bytes of the regular file at `path`, which may have `most_bytes` of them.
[[nodiscard]] std::variant<std::string, NotFound, TooLarge, Unreadable> read(std::filesystem::path const& path,
                                                                             std::size_t most_bytes);

}  // namespace prompty::file_access

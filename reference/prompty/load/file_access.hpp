#pragma once

#include <cstddef>
#include <cstdint>
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

/// What is read. A device may have no end, and opening a pipe waits for whoever writes into it.
enum class Kinds : std::uint8_t { regular_files, regular_files_and_pipes };

/// All bytes of the file at `path`, which may have `most_bytes` of them; a file of another kind counts as not found.
[[nodiscard]] std::variant<std::string, NotFound, TooLarge, Unreadable> read(std::filesystem::path const& path,
                                                                             std::size_t most_bytes,
                                                                             Kinds kinds = Kinds::regular_files);

}  // namespace prompty::file_access

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "prompty/core/json.hpp"

namespace prompty {
namespace file_access {

/// Why the bytes of a file are not there; the caller decides which error that is.
struct NotFound {};
struct TooLarge {};
struct Unreadable {
  std::string reason;
};

/// What is read. A device may have no end, and opening a pipe waits for its writer.
enum class Kinds : std::uint8_t { regular_files, regular_files_and_pipes };

/// All bytes of the file at `path`, which may have `max_bytes` of them; a file of another kind counts as not found.
[[nodiscard]] std::variant<std::string, NotFound, TooLarge, Unreadable> read(std::string const& path,
                                                                             std::size_t max_bytes,
                                                                             Kinds kinds = Kinds::regular_files);

}  // namespace file_access

namespace file_boundary {

/// The canonical path (no links, no dots) that `path`, seen from `folder`, leads to, whether a file is there or not.
/// Nothing when that is neither below `folder` nor below one of `roots`.
[[nodiscard]] std::optional<std::filesystem::path> locate(std::string_view path, std::filesystem::path const& folder,
                                                          std::vector<std::filesystem::path> const& roots);

}  // namespace file_boundary

/// Files whose content is a value rather than text.
namespace structured_file {

enum class Format { json, yaml };

/// By the extension in any letter case (P2.11-11, P2.11-12, P2.11-13; A-058); nothing for text (P2.11-14).
[[nodiscard]] std::optional<Format> format_of(std::filesystem::path const& path);

/// The value in `content` (UTF-8; a byte order mark is skipped). Throws ValueError, with the place in `file`, when it
/// is malformed or may hold more than `max_values` values.
[[nodiscard]] Json parse(Format format, std::string_view content, std::string const& file, std::size_t max_values);

}  // namespace structured_file
}  // namespace prompty

#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "prompty/core/json.hpp"

/// Files whose content is a value rather than text.
namespace prompty::structured_file {

enum class Format { json, yaml };

/// By the extension in any letter case (P2.11-11, P2.11-12, P2.11-13; A-058); nothing for a file that is text
/// (P2.11-14).
[[nodiscard]] std::optional<Format> format_of(std::filesystem::path const& path);

/// The value in `content` (UTF-8; a byte order mark is skipped). Throws ValueError, with the place in `file`, when it
/// is malformed or may hold more than `most_values` values.
[[nodiscard]] Json parse(Format format, std::string_view content, std::string const& file, std::size_t most_values);

}  // namespace prompty::structured_file

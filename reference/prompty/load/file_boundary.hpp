#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace prompty::file_boundary {

/// The canonical path (no links, no dots) that `path`, seen from `folder`, leads to, whether a file is there or not.
/// Nothing when that is neither below `folder` nor below one of `roots`.
[[nodiscard]] std::optional<std::filesystem::path> locate(std::string_view path, std::filesystem::path const& folder,
                                                          std::vector<std::filesystem::path> const& roots);

}  // namespace prompty::file_boundary

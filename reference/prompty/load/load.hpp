#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <string_view>

#include "prompty/core/agent.hpp"
#include "prompty/load/load_options.hpp"

namespace prompty {

/// The agent in the .prompty file at `path` (absolute, or relative to the working directory); its body becomes
/// `instructions`, unchanged, and its references have been replaced. `origin` holds the absolute path.
/// Throws FileNotFoundError when the file or one that it refers to does not exist; ValueError, with its place, when the
/// file is not UTF-8 or too large, when its frontmatter is not closed, is not YAML, is not a mapping or holds a value
/// of a wrong type, when an environment variable is not set, and when a file referred to is malformed, lies outside the
/// folders allowed or comes back to itself; RuntimeError when a file cannot be read.
[[nodiscard]] PromptyAgent load(std::filesystem::path const& path, LoadOptions const& options = {});

/// As `load`, for content that is already in memory; `name` is the path that the content would have as a file.
[[nodiscard]] PromptyAgent load_text(std::string_view content, std::string const& name,
                                     LoadOptions const& options = {});

/// As `load`, on another thread.
[[nodiscard]] std::future<PromptyAgent> load_async(std::filesystem::path path, LoadOptions options = {});

}  // namespace prompty

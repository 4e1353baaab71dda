#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "prompty/core/agent.hpp"

namespace prompty {

/// The agent in the .prompty file at `path`; its body becomes `instructions`, unchanged.
/// Throws FileNotFoundError when there is no file; ValueError when it is not UTF-8, its frontmatter is not closed, is
/// not YAML, is not a mapping, or holds a value of a wrong type; NotImplementedError for `${env:…}` and `${file:…}`,
/// which this version does not resolve.
[[nodiscard]] PromptyAgent load(std::filesystem::path const& path);

/// As `load`, for content that is already in memory; `name` stands for the file in errors.
[[nodiscard]] PromptyAgent load_text(std::string_view content, std::string const& name);

}  // namespace prompty

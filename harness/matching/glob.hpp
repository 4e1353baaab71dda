#pragma once

#include <string>
#include <vector>

namespace conformance {

/// Whether a text fits a glob; `*` stands for any characters.
[[nodiscard]] bool matches_glob(std::string const& glob, std::string const& text);
/// Whether it fits one of these.
[[nodiscard]] bool matches_any(std::vector<std::string> const& globs, std::string const& text);

}  // namespace conformance

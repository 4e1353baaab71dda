#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace conformance {

/// What is wrong with a `$match` pattern, in one sentence, or nothing. Allowed are literals, `.`, classes, groups,
/// `* + ? {n}`, and the escapes \d \w \s (and capitals), \n \r \t and escaped punctuation: the part of regular
/// expressions that every language has and reads alike.
[[nodiscard]] std::optional<std::string> problem_of_pattern(std::string_view pattern);

/// Whether the whole of `text` matches a pattern without problems; linear in the length of the text.
[[nodiscard]] bool matches_pattern(std::string const& pattern, std::string_view text);

/// Whether a text fits a glob; `*` stands for any characters.
[[nodiscard]] bool matches_glob(std::string const& glob, std::string const& text);
/// Whether it fits one of these.
[[nodiscard]] bool matches_any(std::vector<std::string> const& globs, std::string const& text);

}  // namespace conformance

#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

using FilePredicate = std::function<bool(FileAnatomy const& file)>;
using ChangeText = std::function<std::string(std::string const& text)>;

/// Splits otherwise where the predicate holds.
[[nodiscard]] Rule split_where(FilePredicate predicate, ChangeSplit change);
[[nodiscard]] Rule refused_where(FilePredicate predicate);
[[nodiscard]] Rule all_body_where(FilePredicate predicate);

/// Changes one half of what the split gives where the predicate holds.
[[nodiscard]] Rule changed_frontmatter(FilePredicate predicate, ChangeText change);
[[nodiscard]] Rule changed_body_text(FilePredicate predicate, ChangeText change);

[[nodiscard]] bool is_blank(std::string const& text);
[[nodiscard]] bool has_both_halves(FileAnatomy const& file);
[[nodiscard]] bool is_unmarked(FileAnatomy const& file);  ///< no opening delimiter
[[nodiscard]] bool is_unclosed(FileAnatomy const& file);  ///< an opening delimiter and no closing one

}  // namespace conformance::mutants

#pragma once

#include <span>

#include "prompty/load/load.hpp"

namespace prompty {

/// Whether a file with the problem cannot be used, or can and may not mean what its author wants.
enum class Severity { error, warning };

/// Something wrong with a file, for people.
struct Problem {
  Severity severity = Severity::error;
  Place place;
  /// What is wrong, without the place.
  std::string message;
  /// How to fix it; "" when the message says it.
  std::string hint;

  bool operator==(Problem const&) const = default;
};

/// All that is wrong with the frontmatter of a .prompty file, in order; of errors and warnings the first hundred each.
/// What cannot be split or is not YAML is one problem. There is an error exactly when `load_text` throws; a member
/// without a meaning is a warning. Never throws on account of the content.
[[nodiscard]] std::vector<Problem> check(std::string_view content, std::string const& name,
                                         LoadOptions const& options = {});

/// As `check`, for the file at `path`; a file that cannot be read is one problem.
[[nodiscard]] std::vector<Problem> check_file(std::filesystem::path const& path, LoadOptions const& options = {});

/// Suggestions for words that are unknown.
namespace spelling {

/// The word among `known` that was probably meant: at most two bytes, but less than half of it, are missing, too many,
/// other ones or swapped with a neighbour; letter case does not matter.
[[nodiscard]] std::optional<std::string_view> meant(std::string_view word, std::span<std::string_view const> known);

}  // namespace spelling
}  // namespace prompty

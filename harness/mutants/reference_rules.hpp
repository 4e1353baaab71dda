#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/mutants/agent_rules.hpp"
#include "harness/mutants/hidden_text.hpp"

namespace conformance::mutants {

/// A reference in a string, by a reading of §2.11 of the mutants' own: one that is the whole string ends at its last
/// brace, another one at the first.
struct FoundReference {
  std::string text;      ///< from the dollar sign to the closing brace
  std::string protocol;  ///< as it is written
  std::string name;      ///< of the variable; the path of a file
  std::optional<std::string> default_value;
  bool whole = true;  ///< whether the string has nothing else
  bool operator==(FoundReference const&) const = default;
};
[[nodiscard]] std::vector<FoundReference> references_in(std::string const& text);
[[nodiscard]] bool is_variable(FoundReference const& reference);
[[nodiscard]] bool is_file(FoundReference const& reference);

/// The value of a variable in the environment of the request; nothing when it is not set.
[[nodiscard]] std::optional<std::string> variable_of(LoadRequest const& request, std::string const& name);

/// The file that a reference names, and its bytes when there is one.
[[nodiscard]] std::filesystem::path file_of(LoadRequest const& request, FoundReference const& reference);
[[nodiscard]] std::optional<std::string> bytes_of(LoadRequest const& request, FoundReference const& reference);

/// Whether a path ends in that, in any case.
[[nodiscard]] bool has_suffix(std::string const& path, std::string const& suffix);

/// Changes the frontmatter before the reference loads the file, knowing the request.
using ChangeTree = std::function<void(Json& frontmatter, LoadRequest const& request)>;
[[nodiscard]] Rule changed_tree(ChangeTree change);

/// Replaces the text of each reference for which there is a replacement, before the reference loads the file.
using ReplaceText =
    std::function<std::optional<std::string>(FoundReference const& reference, LoadRequest const& request)>;
[[nodiscard]] Rule replaced_references(ReplaceText replace);

/// Puts a value in the place of each string that is one reference and nothing else.
using ReplaceValue = std::function<std::optional<Json>(FoundReference const& reference, LoadRequest const& request)>;
[[nodiscard]] Rule replaced_values(ReplaceValue replace);

/// Leaves the references alone for which the predicate holds: their text stays. `keys` lead to the string.
using WhichReferences =
    std::function<bool(FoundReference const& reference, std::vector<std::string> const& keys, Json const& parent)>;
[[nodiscard]] Rule unresolved(WhichReferences predicate);

/// Answers with an error of that kind when one of the references of the frontmatter fits.
[[nodiscard]] Rule refused_references(
    std::string kind, std::function<bool(FoundReference const& reference, LoadRequest const& request)> predicate);

}  // namespace conformance::mutants

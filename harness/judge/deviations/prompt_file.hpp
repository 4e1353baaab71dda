#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "harness/judge/deviations/rules.hpp"

namespace YAML {
class Node;
}

namespace conformance::deviations {

/// A file text cut at the places that §2.2 speaks of; joined in order the pieces are the text again.
/// Without an opening delimiter everything is `body`; without a closing one everything behind the opener is `inside`.
struct FileAnatomy {
  std::string lead;    ///< a byte order mark and blanks before the opening delimiter
  std::string opener;  ///< "---", "+++" or "" when the file does not open with one
  std::string inside;  ///< what lies between the delimiters, untrimmed
  std::string closer;  ///< "---", "+++" or "" when nothing closes the frontmatter
  std::string gap;     ///< the blanks that are dropped before the body
  std::string body;
  bool operator==(FileAnatomy const&) const = default;
};

/// The pieces of a file text, by a reading of §2.2 of the deviations' own, so that they need no inside of the
/// reference.
[[nodiscard]] FileAnatomy anatomy_of(std::string const& text);

/// The text without blanks at its beginning, or at its end.
[[nodiscard]] std::string without_leading_blanks(std::string const& text);
[[nodiscard]] std::string without_trailing_blanks(std::string const& text);

/// The text with every occurrence of `old_piece` (not empty) replaced, left to right.
[[nodiscard]] std::string with_all_replaced(std::string const& text, std::string const& old_piece,
                                            std::string const& new_piece);

/// The frontmatter of a file text as JSON, by a reading of YAML's core schema of the deviations' own; an empty object
/// when there is none or it is empty. Nothing when it is no mapping or cannot be read.
[[nodiscard]] std::optional<Json> frontmatter_of(std::string const& text);

/// What a plain scalar of YAML means; of others the text is the value.
using TypeScalar = std::function<Json(std::string const& scalar)>;

/// YAML as JSON. Of two entries with one key the later one stays.
[[nodiscard]] Json json_of(YAML::Node const& node, TypeScalar const& typed);

/// The file text with other frontmatter, written as JSON, which is YAML; the body stays.
[[nodiscard]] std::string with_frontmatter(std::string const& text, Json const& frontmatter);

/// The texts of the other files in and below the folder of a file, by their paths in it.
[[nodiscard]] Json neighbours_of(std::filesystem::path const& file);

/// Asks the reference to load a text from a file beside the one that `params` names.
[[nodiscard]] Reply load_as_sibling(Json params, std::string const& text, AskReference const& reference);

/// Asks the reference to load a file from a copy of its folder in which these files hold these texts.
[[nodiscard]] Reply load_beside(Json params, Json const& texts, AskReference const& reference);

}  // namespace conformance::deviations

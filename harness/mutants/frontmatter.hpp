#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/matching/same_json.hpp"

namespace YAML {
class Node;
}

namespace conformance::mutants {

/// The frontmatter of a file text as JSON, by a reading of YAML's core schema of the mutants' own; an empty object when
/// there is none or it is empty. Nothing when it is no mapping or cannot be read.
[[nodiscard]] std::optional<Json> frontmatter_of(std::string const& text);

/// What a plain scalar of YAML means; of others the text is the value.
using TypeScalar = std::function<Json(std::string const& scalar)>;

/// YAML as JSON. Of two entries with one key the later one stays.
[[nodiscard]] Json json_of(YAML::Node const& node, TypeScalar const& typed);

/// The file text with other frontmatter, written as JSON, which is YAML; the body stays.
[[nodiscard]] std::string with_frontmatter(std::string const& text, Json const& frontmatter);

}  // namespace conformance::mutants

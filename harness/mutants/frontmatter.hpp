#pragma once

#include <optional>
#include <string>

#include "harness/matching/same_json.hpp"

namespace conformance::mutants {

/// The frontmatter of a file text as JSON, by a reading of YAML's core schema of the mutants' own; an empty object when
/// there is none or it is empty. Nothing when it is no mapping or cannot be read.
[[nodiscard]] std::optional<Json> frontmatter_of(std::string const& text);

/// The file text with other frontmatter, written as JSON, which is YAML; the body stays.
[[nodiscard]] std::string with_frontmatter(std::string const& text, Json const& frontmatter);

}  // namespace conformance::mutants

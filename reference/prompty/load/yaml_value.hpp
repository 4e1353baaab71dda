#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty::yaml {

/// Where a YAML text stands: its first character is at `line` and `column` of `file` (both from 1).
struct Source {
  std::string file;
  std::size_t line = 1;
  std::size_t column = 1;
};

/// What a YAML text may cost. Aliases count with everything they repeat.
struct Limits {
  std::size_t bytes = 1'048'576;
  std::size_t depth = 200;
  std::size_t nodes = 100'000;
};

/// The value of the one YAML document in `text` (well-formed UTF-8) by the core schema of YAML 1.2; null when there is
/// no document. Mapping keys are their text as written, quoted or not; `<<` is a key like any other. Throws ValueError
/// with file, line and column for text that is not YAML, a duplicate key, a key that is null or not a scalar, a tag
/// outside the core schema, an alias to what encloses it, a number JSON cannot hold, a second document, and for
/// whatever exceeds `limits`.
[[nodiscard]] Json parse(std::string_view text, Source const& source, Limits const& limits = {});

}  // namespace prompty::yaml

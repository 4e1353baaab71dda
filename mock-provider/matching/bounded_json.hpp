#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// What it costs to parse a text as JSON, found in one pass without parsing; for a text that is no JSON the numbers are
/// meaningless.
struct JsonComplexity {
  int depth = 0;                  ///< levels of arrays and objects
  std::size_t values = 0;         ///< at least as many as it holds
  std::size_t members = 0;        ///< of all objects together, repeated names counted again
  std::size_t widest_object = 0;  ///< members of the largest object, repeated names counted again

  bool operator==(JsonComplexity const&) const = default;
};

/// Levels deeper than this are not distinguished; `depth` then is one more.
constexpr int deepest_counted = 1024;

[[nodiscard]] JsonComplexity complexity_of(std::string_view text);

/// What untrusted JSON text may cost. Copying, comparing and writing a value recurse, a value takes up to 64 bytes, and
/// an object costs the square of its members.
struct JsonBounds {
  int levels = 512;  ///< at most `deepest_reported`
  std::size_t values = 500'000;
  std::size_t members = 4'096;  ///< of one object
};

/// Why a text of this complexity is not to be parsed, as the end of a sentence: "is nested too deeply". "" when it is
/// within the bounds.
[[nodiscard]] std::string excess_of(JsonComplexity const& complexity, JsonBounds const& bounds = {});

/// The value that a text holds, whatever it costs; discarded when it holds none. The one reader of JSON text here: the
/// library takes a NUL byte for the end of a text, behind which anything could hide.
[[nodiscard]] Json json_in(std::string_view text);

/// The same, discarded also when the text is beyond the bounds.
[[nodiscard]] Json bounded_json(std::string_view text, JsonBounds const& bounds = {});

}  // namespace conformance

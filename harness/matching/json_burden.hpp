#pragma once

#include <cstddef>
#include <string_view>

namespace conformance {

/// What a text costs whom parses it as JSON, found in one pass without parsing; for a text that is no JSON the numbers
/// say nothing.
struct JsonBurden {
  int depth = 0;                  ///< levels of arrays and objects
  std::size_t values = 0;         ///< at least as many as it holds
  std::size_t widest_object = 0;  ///< members of the largest object, repeated names counted again

  bool operator==(JsonBurden const&) const = default;
};

/// Levels deeper than this are not distinguished; `depth` then is one more.
constexpr int deepest_told = 1024;

[[nodiscard]] JsonBurden burden_of(std::string_view text);

}  // namespace conformance

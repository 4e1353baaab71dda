#pragma once

#include <cstddef>
#include <vector>

#include "harness/vectors/vector.hpp"

namespace conformance {

enum class PlayingOrder {
  as_given,  ///< results come soon after their vectors were begun, so that a run that is cut short keeps many
  /// Those that run alone first, so that they do not hold up the others again and again. Those with long pauses
  /// are spread over the first half of the rest, which is played meanwhile. A run that is cut short keeps less, as
  /// results are handed over in the order of the vectors.
  quickest
};

/// In which order to begin to play, as indexes into `vectors`.
[[nodiscard]] std::vector<std::size_t> order_of_play(std::vector<Vector const*> const& vectors, PlayingOrder order);

/// In milliseconds: from here on a pause that a vector asks for counts as long.
constexpr double long_pause_ms = 10;

}  // namespace conformance

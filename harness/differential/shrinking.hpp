#pragma once

#include <functional>

#include "harness/differential/input.hpp"

namespace conformance::differential {

/// Whether a smaller input still shows what the larger one showed.
using StillShows = std::function<bool(Input const& smaller)>;

/// The smallest input found by leaving out files, members, elements, lines and characters and by putting simple values
/// in the place of others, one after the other, as long as `still_shows` holds. It is called `most_tries` times at
/// most.
[[nodiscard]] Input shrunk(Input input, StillShows const& still_shows, std::size_t most_tries);

}  // namespace conformance::differential

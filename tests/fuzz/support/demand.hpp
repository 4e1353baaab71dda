#pragma once

#include <cstdlib>

namespace prompty_fuzz {

/// Ends the fuzzer with a finding unless it holds.
inline void demand(bool holds) {
  if (!holds) std::abort();
}

}  // namespace prompty_fuzz

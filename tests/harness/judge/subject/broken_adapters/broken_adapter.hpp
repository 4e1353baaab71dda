#pragma once

#include <string>

#include "support/places.hpp"

namespace conformance {

/// The command that runs one of the adapters of this folder; `-B -S` keeps python3 from writing files and starts it
/// faster.
inline std::string broken_adapter(std::string const& name) {
  return "python3 -B -S '" + prompty_tests::repository() + "/tests/harness/judge/subject/broken_adapters/" + name +
         ".py'";
}

}  // namespace conformance

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace conformance {

/// What the failure of a vector says of its own clauses.
enum class Standing : std::uint8_t {
  own,           ///< it shows a fault of a clause that it cites
  not_testable,  ///< it shows only faults of others, but at the place that its own clauses are about
  held           ///< it shows only faults of others, and elsewhere: its clauses hold but for them
};

/// What the failure of one vector comes from.
struct Blame {
  Standing standing = Standing::own;
  std::vector<std::string> clauses;  ///< of those that it cites, those whose fault it shows; empty unless `own`
  std::vector<std::size_t> faults;   ///< that it shows: indexes, or in the results of a run numbers from 1
};

}  // namespace conformance

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
  beside,        ///< it shows only faults of others: members too many of objects that its own clauses are about
  held,          ///< it shows only faults of others, and elsewhere: its clauses hold but for them
  passing        ///< it passes by itself, and fails when something is added or after other requests
};

/// Whether it shows faults of other clauses only, away from its own places: it decides where one of these clauses does.
[[nodiscard]] constexpr bool is_elsewhere(Standing standing) {
  return standing == Standing::held || standing == Standing::beside;
}

/// What the failure of one vector comes from.
struct Blame {
  Standing standing = Standing::own;
  /// Those whose fault it shows. Under `own` it cites them; what was added to it has clauses of its own.
  std::vector<std::string> clauses;
  std::vector<std::size_t> faults;  ///< that it shows: indexes, or in the results of a run numbers from 1
  bool decides = false;             ///< in the results of a run, whether one of these faults does
};

}  // namespace conformance

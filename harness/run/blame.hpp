#pragma once

#include <string>
#include <vector>

#include "harness/run/runner.hpp"
#include "harness/vectors/needs.hpp"

namespace conformance {

/// Tells failures that stand for themselves from those that come from a vector that is needed (conformance-model §3).
class Blame {
 public:
  /// `vectors` are all whose results will be told; what none of them leads to is taken to hold.
  explicit Blame(std::vector<Vector const*> const& vectors);

  /// Sets `roots` of a failed result and empties that of any other. Results of vectors that it needs, directly or
  /// through others, were told before.
  void tell(VectorResult& result);

 private:
  Needs needs_;
  VectorIds failed_;
};

/// Sets `roots` of all results, in whatever order they stand and whatever was in it before.
void tell_blame(std::vector<VectorResult>& results);

/// "not testable, because a and b failed" with the ids of the roots, or "" for a result that stands for itself.
[[nodiscard]] std::string not_testable_text(VectorResult const& result);

}  // namespace conformance

#pragma once

#include <vector>

#include "harness/judge/deviations/deviation.hpp"

namespace conformance {

/// Subjects that understand nothing and yet answer every request, to show that no clause is passed by luck:
/// "accept-all" (the same well-formed minimal result for every input), "reject-all" (a ValueError), "echo" (the
/// params), "empty-object" ({}), "fixed" (one and the same text for everything) and "null". "neighbour" gives the
/// reference's answers, each to the request after the one that it belongs to, whichever operation that was, and does
/// not support operations that ask a provider, since a request that was sent cannot be taken back. They violate no
/// clause more than others: theirs is "".
[[nodiscard]] std::vector<Deviation> trivial_mutants();

}  // namespace conformance

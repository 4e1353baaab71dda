#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over `run_tools`. They leave other operations to the reference.

/// Changes the results of a batch; there is one for each of `calls`, which are those of the turn.
using ChangeResults = std::function<void(Json& messages, Json const& calls, Json const& asked)>;
[[nodiscard]] Rule changed_results(ChangeResults change);

/// Changes the whole answer about a batch.
[[nodiscard]] Rule changed_batch(std::function<void(Json& result, Json const& asked)> change);

/// The calls of the turn; an empty list when there are none.
[[nodiscard]] Json calls_of_batch(Json const& asked);

[[nodiscard]] std::string name_of(Json const& call);
[[nodiscard]] std::string arguments_of(Json const& call);

/// Whether the arguments of a call are no JSON; empty ones count as none at all.
[[nodiscard]] bool is_malformed(Json const& call);

/// Whether the gate denies the call at that place.
[[nodiscard]] bool is_denied(Json const& asked, std::size_t place);

}  // namespace conformance::mutants

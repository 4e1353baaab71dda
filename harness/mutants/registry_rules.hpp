#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

/// Whether a question registers components, whose answers then stand beside what they were called with.
[[nodiscard]] bool registers_components(Json const& params);

/// Asks `dispatch` something else.
[[nodiscard]] Rule other_dispatch(std::function<void(Json& asked)> change);

/// The kind of the tool that is to be called; "" when the agent has to tell.
[[nodiscard]] std::string called_kind(Json const& asked);

/// Whether a handler is given for the name of the call.
[[nodiscard]] bool is_named(Json const& asked);

}  // namespace conformance::mutants

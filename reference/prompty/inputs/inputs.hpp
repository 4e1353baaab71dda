#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"

namespace prompty {

/// `inputs` (a JSON object; null counts as an empty one) completed by the defaults of the agent's inputs (§12). What is
/// given stays as it is, also null (P12.1-02), values of other types (P12.1-08) or outside of `enumValues` (P12.1-09,
/// A-025), and inputs that the agent does not list (P12.1-10); an input without a default stays absent (P12.1-06), and
/// an example is never a value (P2.7-04, P2.7-05, P12.1-07, A-142). Throws ValueError when `inputs` is no object.
[[nodiscard]] Json with_defaults(PromptyAgent const& agent, Json const& inputs);

/// As `with_defaults`. Throws ValueError besides, naming each required input that has neither value nor default
///
[[nodiscard]] Json validate_inputs(PromptyAgent const& agent, Json const& inputs);

}  // namespace prompty

#pragma once

#include <cstdint>
#include <optional>

#include "prompty/core/json.hpp"
#include "prompty/core/model.hpp"

namespace prompty::anthropic {

/// The limit that is always sent as `max_tokens`: the option's, or 4096 when it is not set or zero.
[[nodiscard]] std::int64_t max_tokens(std::optional<ModelOptions> const& options);

/// The other request parameters for a model's options (§7.5, §7.6): temperature, top_p, top_k and stop_sequences, in
/// this order, those that are set.
[[nodiscard]] Json options_to_wire(std::optional<ModelOptions> const& options);

}  // namespace prompty::anthropic

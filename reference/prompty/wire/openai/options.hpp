#pragma once

#include <optional>

#include "prompty/core/json.hpp"
#include "prompty/core/model.hpp"

namespace prompty::openai {

/// The request parameters for a model's options (§7.1.5), in the order of §2.6, then the additional properties that do
/// not clash with them; an empty object when there are no options.
[[nodiscard]] Json options_to_wire(std::optional<ModelOptions> const& options);

}  // namespace prompty::openai

#pragma once

#include <optional>

#include "prompty/core/json.hpp"
#include "prompty/core/model.hpp"
#include "prompty/core/profile.hpp"

namespace prompty::openai {

/// The request parameters for a model's options (§7.1.5), in the order of §2.6, then the additional properties that do
/// not clash with them; an empty object when there are no options. The live profile leaves out an empty list of stop
/// sequences and additional properties that are null, and
/// takes an additional property with the name of an option for that option.
[[nodiscard]] Json options_to_wire(std::optional<ModelOptions> const& options, Profile profile = Profile::as_written);

}  // namespace prompty::openai

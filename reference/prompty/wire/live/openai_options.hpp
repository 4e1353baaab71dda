#pragma once

#include "prompty/core/json.hpp"
#include "prompty/core/model.hpp"

namespace prompty::live {

/// The options without what says nothing, an empty list of stop sequences and additional properties that are null
/// and with additional properties of the name of an option under the provider's name for that option, or not
/// at all where it has none.
[[nodiscard]] ModelOptions options_as_meant(ModelOptions options);

/// Of a Responses request: `temperature`, `top_p` and `max_output_tokens` where set, then the additional properties
/// that do not clash with them.
[[nodiscard]] Json responses_options(ModelOptions const& options);

}  // namespace prompty::live

#pragma once

#include <optional>
#include <string_view>

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/model.hpp"

namespace prompty::openai {

// What the Responses API of the provider takes where the letter of §7.4.1 would be refused or lose something.

/// The block for one part of a message of that role: `input_text`, or `output_text` for the assistant,
/// `input_image`, `input_audio`, `input_file`. Throws ValueError as `part_to_wire` and `live_audio_block`.
[[nodiscard]] Json live_responses_block(ContentPart const& part, std::string_view role);

/// Function definitions of the chat shape with the members of `function` beside `type`.
[[nodiscard]] Json live_responses_tools(Json const& definitions);

/// `temperature`, `top_p` and `max_output_tokens` where set, then the additional properties that do not clash with them
/// an empty object when there are no options.
[[nodiscard]] Json live_responses_options(std::optional<ModelOptions> const& options);

}  // namespace prompty::openai

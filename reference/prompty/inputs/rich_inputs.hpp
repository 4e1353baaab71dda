#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/nonces.hpp"
#include "prompty/core/rich_value.hpp"

namespace prompty {

/// Inputs as a template may see them: each rich value replaced by a placeholder, and the values by their nonces.
struct TemplateInputs {
  Json values = Json::object();
  RichValues rich_values = {};

  bool operator==(TemplateInputs const&) const = default;
};

/// Replaces the inputs of kind thread, image, file and audio (P2.7-17, A-027) in `inputs`, a completed JSON object,
/// with a nonce for each. A thread is a list of `{role, content: string or [part], metadata?}`. An image, file or audio
/// is a URL, a data: URI or base64 as a string, or a part of its kind, whose `kind` may be left out; without a media
/// type it gets that of its data: URI (a URL tells none: its ending is not its type). Null and an empty string are no
/// value: the template gets an empty string. Throws ValueError naming the input for everything else.
[[nodiscard]] TemplateInputs replace_rich_inputs(PromptyAgent const& agent, Json inputs, NonceSource const& nonces);

}  // namespace prompty

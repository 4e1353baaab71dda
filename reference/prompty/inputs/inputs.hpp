#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/error.hpp"
#include "prompty/core/host.hpp"

namespace prompty {

/// `inputs` (a JSON object; null counts as an empty one) completed by the defaults of the agent's inputs (§12). What is
/// given stays as it is, also null (P12.1-02), values of other types (P12.1-08) or outside of `enumValues` (P12.1-09,
/// A-025), and inputs that the agent does not list (P12.1-10); an input without a default stays absent (P12.1-06), and
/// an example is never a value (P2.7-04, P2.7-05, P12.1-07, A-142). Throws ValueError when `inputs` is no object.
[[nodiscard]] Json with_defaults(PromptyAgent const& agent, Json const& inputs);

/// As `with_defaults`, and throws ValueError naming each required input without value and default.
[[nodiscard]] Json validate_inputs(PromptyAgent const& agent, Json const& inputs);

/// Inputs as a template may see them: each rich value replaced by a placeholder, and the values by their nonces.
struct TemplateInputs {
  Json values = empty_object();
  RichValues rich_values = {};

  bool operator==(TemplateInputs const&) const;
};

/// Replaces the inputs of kind thread, image, file and audio (P2.7-17, A-027) in `inputs`, a completed JSON object,
/// with a nonce for each. A thread is a list of `{role, content: string or [part], metadata?}`. An image, file or audio
/// is a URL, a data: URI or base64 as a string, or a part of its kind, whose `kind` may be left out; without a media
/// type it gets that of its data: URI (the extension of a URL is not its type). Null and an empty string are no
/// value: the template gets an empty string. Throws ValueError naming the input for everything else.
[[nodiscard]] TemplateInputs replace_rich_inputs(PromptyAgent const& agent, Json inputs, NonceSource const& nonces);

/// Errors that a program throws as well when it reads inputs from elsewhere, such as a file.
namespace errors {
/// The error of inputs that are no JSON object, with the type of what was found.
[[nodiscard]] ValueError inputs_not_a_mapping(Json const& found);
}  // namespace errors

}  // namespace prompty

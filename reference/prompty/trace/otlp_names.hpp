#pragma once

#include "prompty/trace/span.hpp"

/// What a span shows under the names of OpenTelemetry's semantic conventions for generative AI, as they were
/// when they moved from the package of all conventions, in which version 1.45.0 marks them, to a repository of their
/// own.
namespace prompty::otlp_names {

/// The attributes of a span, an object: options of requests, operations and providers as the conventions call them; the
/// others, options that they do not know included, stay as they are.
[[nodiscard]] Json attributes(Json const& shown);

/// Whether an event of a span says what prompts and answers say.
[[nodiscard]] bool is_content(SpanEvent const& event);

/// The content of such an event as the conventions have it: messages of `role` and `parts`, those of a model with the
/// `finish_reason` that `shown`, the attributes of its span, has for it; instructions as parts; tools as they came.
[[nodiscard]] Json content(SpanEvent const& event, Json const& shown);

}  // namespace prompty::otlp_names

#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over the spans of requests that ask for them, whether they ended in a result or in an error.

/// Changes the list of spans.
using ChangeSpans = std::function<void(Json& spans, Json const& params)>;
[[nodiscard]] Rule changed_spans(ChangeSpans change);

/// Changes each span of that name; "" stands for every span.
using ChangeSpan = std::function<void(Json& span, Json const& params)>;
[[nodiscard]] Rule changed_span(std::string name, ChangeSpan change);

/// Changes the attributes of each span of that name; "" stands for every span.
using ChangeAttributes = std::function<void(Json& attributes, Json const& params)>;
[[nodiscard]] Rule changed_attributes(std::string name, ChangeAttributes change);

/// Takes an attribute away.
[[nodiscard]] Rule without_attribute(std::string name, std::string key);

/// Takes the spans of that name away where the predicate holds of what was asked.
using ParamsPredicate = std::function<bool(Json const& params)>;
[[nodiscard]] Rule without_spans(std::string name, ParamsPredicate predicate);

/// Records each span of that name twice.
[[nodiscard]] Rule with_spans_twice(std::string name);

[[nodiscard]] bool is_anything(Json const& params);
[[nodiscard]] bool is_async(Json const& params);
[[nodiscard]] bool is_streamed(Json const& params);
[[nodiscard]] bool asks_anthropic(Json const& params);

/// Whether the span ended in an error.
[[nodiscard]] bool has_failed(Json const& span);

/// Whether the key of an attribute begins with that.
[[nodiscard]] bool begins_with(std::string const& key, std::string const& start);

/// About a value that was handed in under a key, `depth` levels below the agent's metadata.
using SecretPredicate = std::function<bool(std::string const& key, Json const& value, std::size_t depth)>;

/// Shows values that the reference hides, in the arguments and in the result.
[[nodiscard]] Rule shown_secrets(SecretPredicate predicate);

/// Shows values of results only.
[[nodiscard]] Rule shown_secrets_of_results();

/// Hides values of the agent's metadata that the reference shows.
[[nodiscard]] Rule hidden_values(SecretPredicate predicate);

}  // namespace conformance::mutants

#pragma once

#include "prompty/core/outcome.hpp"
#include "prompty/typed/fields.hpp"

namespace prompty {

namespace reading {

/// The JSON text of the outcome as the model wrote it, or else its value, for `cast`. Throws ValueError for no JSON.
[[nodiscard]] nlohmann::json json_of(Outcome const& outcome);

}  // namespace reading

/// `value` as a T (P8.8-03): a text, bool or number, a std::vector or std::map of such, a struct with a function
/// `describe` (see Fields), or any default-constructible type with a from_json(nlohmann::json const&, T&), such as
/// NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE makes. Other types do not compile. Throws ValueError for JSON that does not fit;
/// the message has the JSON pointer of the place, what is expected there and what is found (P8.8-07).
template <class T>
[[nodiscard]] T cast(Json const& value) {
  return reading::read<T>(reading::plain(value), "");
}

/// The answer of an agent that declares outputs as a T, read from the text that the model wrote; also a text outcome
/// that is JSON, as that of a streamed turn. Throws as `cast`, and ValueError for other outcomes and other text.
template <class T>
[[nodiscard]] T structured(Outcome const& outcome) {
  return reading::read<T>(reading::json_of(outcome), "");
}

}  // namespace prompty

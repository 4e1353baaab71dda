#pragma once

#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::processing {

/// The outcome of an embeddings response (§8.2): the vector itself when `data` has one item, otherwise the list of the
/// vectors in the order of `data`, whatever their `index`.
/// Throws ValueError `Empty embedding response` for an empty `data`, and `Unexpected response format: …` when `data` is
/// no list or an item has no list of numbers.
[[nodiscard]] Outcome process_embedding(Json const& response);

/// The outcome of an image response (§8.3): of each item of `data` its `url`, or without one its `b64_json` as it is;
/// items with neither are passed over. One result is an image, any other number a list, which may be empty.
/// Throws ValueError `Empty image response` for an empty `data`, and `Unexpected response format: …` when `data` is no
/// list or one of the two members is neither a string nor null.
[[nodiscard]] Outcome process_image(Json const& response);

}  // namespace prompty::processing

#pragma once

#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::processing {

/// The outcome of an embeddings response (§8.2): the vector itself when `data` has one item, otherwise the list of the
/// vectors in the order of `data`, whatever their `index`.
/// Throws ValueError `Empty embedding response` for an empty `data`, and `Unexpected response format: …` when `data` is
/// no list or an item has no list of numbers.
[[nodiscard]] Outcome process_embedding(Json const& response);

}  // namespace prompty::processing

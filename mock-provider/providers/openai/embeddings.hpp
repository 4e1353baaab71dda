#pragma once

#include <cstdint>

#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::embeddings_body {

/// The whole answer to an embeddings request: for each input the vector that `said` has for it, as it is, else one of
/// unit length, the same for the same input, of `dimensions` numbers (16 by default); as floats or, with
/// `encoding_format` base64, as little-endian float32. Of `said` only embedding and usage are looked at, and `seed`
/// plays no part. Any JSON is taken for a request. Throws AnswerTooLarge for more than 2,048 inputs, as the provider
/// does, and for more numbers than answer_budget has room for.
[[nodiscard]] Json body(Completion const& said, Json const& request, std::uint64_t seed);

/// A whole answer of a scenario as the request wants it: with `encoding_format` base64, each list of numbers under
/// `embedding` in `data` becomes little-endian float32 in base64. All else stays, a list with anything else in it too.
[[nodiscard]] Json in_requested_form(Json whole, Json const& request);

}  // namespace mock_provider::embeddings_body

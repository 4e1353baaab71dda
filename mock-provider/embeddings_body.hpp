#pragma once

#include <cstdint>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::embeddings_body {

/// The whole answer to an embeddings request: for each input the vector that `said` has for it, as it is, else one of
/// unit length, the same for the same input, of `dimensions` numbers (16 unless asked); as floats or, with
/// `encoding_format` base64, as little-endian float32. Of `said` only embedding and usage are looked at, and `seed`
/// plays no part. Any JSON is taken for a request.
[[nodiscard]] Json body(Completion const& said, Json const& request, std::uint64_t seed);

}  // namespace mock_provider::embeddings_body

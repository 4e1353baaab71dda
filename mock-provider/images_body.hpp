#pragma once

#include <cstdint>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::images_body {

/// The whole answer to an image generation request: `n` images, each a small PNG as base64, or an address when the
/// request asks for `response_format` url. `seed` decides the addresses; `said` plays no part. Any JSON is taken for a
/// request.
[[nodiscard]] Json body(Completion const& said, Json const& request, std::uint64_t seed);

}  // namespace mock_provider::images_body

#pragma once

#include <cstdint>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::images_body {

/// The whole answer to an image generation request: the images that `said` has, as they are, else `n` of them, each a
/// small PNG as base64, or an address when the request asks for `response_format` url. `seed` decides the addresses.
/// Any JSON is taken for a request.
[[nodiscard]] Json body(Completion const& said, Json const& request, std::uint64_t seed);

}  // namespace mock_provider::images_body

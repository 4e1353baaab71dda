#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::images_body {

/// The whole answer to an image generation request: the images that `said` has, as they are, else `n` of them, each a
/// small PNG as base64, or an address when the request asks for `response_format` url. `seed` decides the addresses.
/// Any JSON is taken for a request.
[[nodiscard]] Json body(Completion const& said, Json const& request, std::uint64_t seed);

}  // namespace mock_provider::images_body

namespace mock_provider::images_events {

/// The event stream that ends with each image of a whole `body` (as images_body::body makes it): as many partial images
/// as `request` asks for, each the image itself, and the completed one. An image that has an address alone is sent with
/// empty bytes. How text is cut plays no part.
[[nodiscard]] std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking);
/// The same for a request that edits images, whose events have names of their own.
[[nodiscard]] std::vector<std::string> frames_of_edit(Json const& body, Json const& request);

}  // namespace mock_provider::images_events

#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::images_events {

/// The event stream that ends with each image of a whole `body` (as images_body::body makes it): as many partial images
/// as `request` asks for, each the image itself, and the completed one. An image that has an address alone is sent with
/// empty bytes. How text is cut plays no part.
[[nodiscard]] std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking);

}  // namespace mock_provider::images_events

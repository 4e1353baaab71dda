#include "prompty/process/openai/image.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/process/response_shape.hpp"

namespace prompty::processing {
namespace image {
namespace {

/// The text under `name`; null counts as empty.
std::string text_or_empty(Json const& item, std::string_view name, std::size_t index) {
  if (response_shape::member(item, name).is_null()) return "";
  return response_shape::text_member(item, name, fmt::format("/data/{}", index));
}

}  // namespace
}  // namespace image

Outcome process_image(Json const& response) {
  Json const& data = response_shape::list_member(response, "data");
  if (data.empty()) throw errors::empty_image_response();
  std::vector<Image> images;
  for (std::size_t index = 0; index < data.size(); ++index) {
    std::string value = image::text_or_empty(data[index], "url", index);
    // P8.3-04: only without a URL.
    if (value.empty()) value = image::text_or_empty(data[index], "b64_json", index);
    if (!value.empty()) images.push_back({.value = value});
  }
  if (images.size() == 1) return images.front();
  return images;
}

}  // namespace prompty::processing

#include "prompty/process/openai/image.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/process/errors.hpp"
#include "prompty/process/response_shape.hpp"

namespace prompty::processing {
namespace image {
namespace {

/// The text under `name`; null and missing count as empty (P8.3-03).
std::string text_or_empty(Json const& item, std::string_view name, std::size_t index) {
  if (response_shape::member(item, name).is_null()) return "";
  return response_shape::text_member(item, name, fmt::format("/data/{}", index));
}

}  // namespace
}  // namespace image

Outcome process_image(Json const& response) {
  Json const& data = response_shape::list_member(response, "data");
  // P8.3-01: no items at all; those that hold nothing are another case (P8.3-07).
  if (data.empty()) throw errors::empty_image_response();
  std::vector<Image> images;
  for (std::size_t index = 0; index < data.size(); ++index) {
    // P8.3-02: only handed on; nothing is fetched.
    std::string value = image::text_or_empty(data[index], "url", index);
    // P8.3-04: only without a URL.
    if (value.empty()) value = image::text_or_empty(data[index], "b64_json", index);
    // P8.3-07, A-107: left out before anything is counted.
    if (!value.empty()) images.push_back({.value = value});
  }
  // P8.3-05: also when other items had none.
  if (images.size() == 1) return images.front();
  // P8.3-06: even when none is left.
  return images;
}

}  // namespace prompty::processing

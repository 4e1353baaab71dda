#include "mock-provider/images_body.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/deterministic.hpp"

namespace mock_provider::images_body {
namespace {

/// One transparent pixel.
constexpr char const* pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
constexpr std::int64_t most_images = 10;

std::int64_t count_of(Json const& request) {
  Json const* const n = member(request, "n");
  if (n == nullptr || !n->is_number_integer()) return 1;
  return std::clamp<std::int64_t>(n->get<std::int64_t>(), 1, most_images);
}

Json given(Image const& image) {
  Json result = image.url ? Json{{"url", *image.url}} : Json{{"b64_json", image.b64_json.value_or("")}};
  if (image.revised_prompt) result["revised_prompt"] = *image.revised_prompt;
  return result;
}

Json made_up(Json const& request, std::uint64_t seed) {
  Json const* const format = member(request, "response_format");
  if (format == nullptr || *format != "url") return {{"b64_json", pixel}};
  return {{"url", "https://images.mock.invalid/" + deterministic::token(seed, 24) + ".png"}};
}

}  // namespace

Json body(Completion const& said, Json const& request, std::uint64_t seed) {
  Json data = Json::array();
  for (Image const& image : said.images) data.push_back(given(image));
  std::int64_t const count = said.images.empty() ? count_of(request) : 0;
  for (std::int64_t index = 0; index < count; ++index) {
    data.push_back(made_up(request, deterministic::hash("image", seed + static_cast<std::uint64_t>(index))));
  }
  return {{"created", deterministic::time_of(seed)}, {"data", std::move(data)}};
}

}  // namespace mock_provider::images_body

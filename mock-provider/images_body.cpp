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

Json image(Json const& request, std::uint64_t seed) {
  Json const* const format = member(request, "response_format");
  if (format == nullptr || *format != "url") return {{"b64_json", pixel}};
  return {{"url", "https://images.mock.invalid/" + deterministic::token(seed, 24) + ".png"}};
}

}  // namespace

Json body(Completion const&, Json const& request, std::uint64_t seed) {
  Json data = Json::array();
  for (std::int64_t index = 0; index < count_of(request); ++index) {
    data.push_back(image(request, deterministic::hash("image", seed + static_cast<std::uint64_t>(index))));
  }
  return {{"created", deterministic::time_of(seed)}, {"data", std::move(data)}};
}

}  // namespace mock_provider::images_body

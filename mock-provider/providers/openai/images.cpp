#include "mock-provider/providers/openai/images.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/values/deterministic.hpp"

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

namespace mock_provider::images_events {
namespace {

constexpr std::int64_t most_partial_images = 3;

std::int64_t partial_images(Json const& request) {
  Json const* const wanted = member(request, "partial_images");
  if (wanted == nullptr || !wanted->is_number_integer()) return 0;
  return std::clamp<std::int64_t>(wanted->get<std::int64_t>(), 0, most_partial_images);
}

Json wanted_or(Json const& request, std::string_view name, char const* otherwise) {
  Json const* const value = member(request, name);
  return value != nullptr && value->is_string() && *value != "auto" ? *value : Json(otherwise);
}

Json event(std::string_view type, Json const& image, Json const& body, Json const& request) {
  return {{"type", type},
          {"b64_json", image.value("b64_json", "")},
          {"created_at", body.at("created")},
          {"size", wanted_or(request, "size", "1024x1024")},
          {"quality", wanted_or(request, "quality", "high")},
          {"background", wanted_or(request, "background", "opaque")},
          {"output_format", wanted_or(request, "output_format", "png")}};
}

Json usage() {
  return {{"input_tokens", 10},
          {"input_tokens_details", {{"image_tokens", 0}, {"text_tokens", 10}}},
          {"output_tokens", 40},
          {"total_tokens", 50}};
}

std::vector<std::string> named_frames(std::string const& name, Json const& body, Json const& request) {
  FrameList result;
  for (Json const& image : body.at("data")) {
    for (std::int64_t index = 0; index < partial_images(request); ++index) {
      Json partial = event(name + ".partial_image", image, body, request);
      partial["partial_image_index"] = index;
      result.add(event_frame::of_event(partial));
    }
    Json completed = event(name + ".completed", image, body, request);
    completed["usage"] = usage();
    result.add(event_frame::of_event(completed));
  }
  return result.take();
}

}  // namespace

std::vector<std::string> frames(Json const& body, Json const& request, Chunking const&) {
  return named_frames("image_generation", body, request);
}

std::vector<std::string> frames_of_edit(Json const& body, Json const& request) {
  return named_frames("image_edit", body, request);
}

}  // namespace mock_provider::images_events

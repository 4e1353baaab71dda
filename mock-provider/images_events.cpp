#include "mock-provider/images_events.hpp"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "mock-provider/answer_budget.hpp"
#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/event_frame.hpp"

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

}  // namespace

std::vector<std::string> frames(Json const& body, Json const& request, Chunking const&) {
  FrameList result;
  for (Json const& image : body.at("data")) {
    for (std::int64_t index = 0; index < partial_images(request); ++index) {
      Json partial = event("image_generation.partial_image", image, body, request);
      partial["partial_image_index"] = index;
      result.add(event_frame::of_event(partial));
    }
    Json completed = event("image_generation.completed", image, body, request);
    completed["usage"] = usage();
    result.add(event_frame::of_event(completed));
  }
  return result.take();
}

}  // namespace mock_provider::images_events

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/openai/images.hpp"
#include "mock-provider/support/frames.hpp"

namespace mock_provider::images_events_test {
namespace {

std::vector<Json> events_of(Completion const& said, char const* request) {
  Json const requested = Json::parse(request);
  return mock_provider_tests::data_of(
      images_events::frames(images_body::body(said, requested, 1), requested, Chunking{}));
}

TEST(ImagesEvents, EndWithTheImageAndItsUsage) {
  std::vector<Json> const events = events_of({.images = {{.b64_json = "QUJD"}}}, R"({"size": "auto"})");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].at("type"), "image_generation.completed");
  EXPECT_EQ(events[0].at("b64_json"), "QUJD");
  EXPECT_EQ(events[0].at("size"), "1024x1024");
  EXPECT_TRUE(events[0].at("usage").at("total_tokens").is_number());
}

TEST(ImagesEvents, ComeInPartsOnRequest) {
  std::vector<Json> const events = events_of({}, R"({"partial_images": 2, "n": 2})");
  ASSERT_EQ(events.size(), 6U);
  EXPECT_EQ(events[1].at("type"), "image_generation.partial_image");
  EXPECT_EQ(events[1].at("partial_image_index"), 1);
  EXPECT_EQ(events[5].at("type"), "image_generation.completed");
}

TEST(ImagesEvents, HaveEmptyBytesForAnAddress) {
  EXPECT_EQ(events_of({.images = {{.url = "u"}}}, R"({"partial_images": "x"})").at(0).at("b64_json"), "");
}

}  // namespace
}  // namespace mock_provider::images_events_test

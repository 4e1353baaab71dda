#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/openai/images.hpp"

namespace mock_provider::images_body_test {
namespace {

Json data_for(char const* request) {
  return images_body::body(Completion{}, Json::parse(request), 7).at("data");
}

TEST(ImagesBody, HasAnImageUnlessMoreAreRequested) {
  EXPECT_EQ(data_for(R"({"prompt": "a"})").size(), 1U);
  EXPECT_EQ(data_for(R"({"n": 3})").size(), 3U);
  EXPECT_EQ(data_for(R"({"n": 1000})").size(), 10U);
  EXPECT_EQ(data_for(R"({"n": "x"})").size(), 1U);
  EXPECT_EQ(data_for("null").size(), 1U);
}

TEST(ImagesBody, HasTheGivenImagesHoweverManyAreRequested) {
  Completion const said{.images = {{.url = "u", .revised_prompt = "p"}, {.b64_json = "QQ=="}}};
  EXPECT_EQ(images_body::body(said, Json::parse(R"({"n": 5})"), 7).at("data"),
            Json::parse(R"([{"url": "u", "revised_prompt": "p"}, {"b64_json": "QQ=="}])"));
}

TEST(ImagesBody, IsAPictureInBase64OrAnAddress) {
  EXPECT_THAT(data_for("{}")[0].at("b64_json").get<std::string>(), testing::StartsWith("iVBORw0KGgo"));
  Json const addresses = data_for(R"({"n": 2, "response_format": "url"})");
  EXPECT_THAT(addresses[0].at("url").get<std::string>(), testing::StartsWith("https://"));
  EXPECT_NE(addresses[0], addresses[1]);
}

}  // namespace
}  // namespace mock_provider::images_body_test

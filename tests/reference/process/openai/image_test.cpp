#include "prompty/process/openai/image.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::process_image_test {
namespace {

Outcome of(char const* data) {
  return processing::process_image(Json{{"data", Json::parse(data)}});
}

std::string problem(char const* response) {
  return raised<ValueError>([&] { static_cast<void>(processing::process_image(Json::parse(response))); });
}

TEST(ImageProcessing, PrefersTheAddressOfAnItem) {
  EXPECT_EQ(of(R"([{"b64_json":"b","url":"u"}])"), Outcome(Image{.value = "u"}));
  EXPECT_EQ(of(R"([{"b64_json":"b","url":null}])"), Outcome(Image{.value = "b"}));
  EXPECT_EQ(of(R"([{"b64_json":"b","url":""}])"), Outcome(Image{.value = "b"}));
}

TEST(ImageProcessing, CountsResultsAndNotItems) {
  EXPECT_EQ(of(R"([{},{"url":"u"}])"), Outcome(Image{.value = "u"}));
  EXPECT_EQ(of(R"([{"url":"u"},{"b64_json":"b"}])"), Outcome(std::vector<Image>{{.value = "u"}, {.value = "b"}}));
  EXPECT_EQ(of("[{}]"), Outcome(std::vector<Image>{}));
}

TEST(ImageProcessing, RefusesAnswersOfAnotherShape) {
  EXPECT_EQ(problem(R"({"data":[]})"), "Empty image response");
  EXPECT_EQ(problem(R"({"data":"x"})"), "Unexpected response format: /data must be a list, not the string \"x\"");
  EXPECT_EQ(problem(R"({"data":[{"url":7}]})").find("Unexpected response format: /data/0/url must be a string, not "),
            0U);
}

}  // namespace
}  // namespace prompty::process_image_test

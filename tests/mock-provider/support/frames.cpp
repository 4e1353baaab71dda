#include "mock-provider/support/frames.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace mock_provider_tests {

using mock_provider::Json;

std::vector<Json> data_of(std::vector<std::string> const& frames) {
  std::vector<Json> result;
  for (std::string const& frame : frames) {
    EXPECT_TRUE(frame.ends_with("\n\n")) << frame;
    if (frame == "data: [DONE]\n\n") continue;
    std::size_t const start = frame.find("data: ");
    std::string const name = frame.substr(0, start);
    Json data = Json::parse(frame.substr(start + 6));
    if (!name.empty()) {
      EXPECT_EQ(name, "event: " + data.at("type").get<std::string>() + "\n");
    }
    result.push_back(std::move(data));
  }
  return result;
}

std::vector<std::string> types_of(std::vector<Json> const& events) {
  std::vector<std::string> types;
  for (Json const& event : events) types.push_back(event.at("type"));
  return types;
}

}  // namespace mock_provider_tests

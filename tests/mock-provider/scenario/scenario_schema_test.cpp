#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>

#include "mock-provider/scenario/forms.hpp"
#include "support/places.hpp"

// The schema is for editors, the decoder for the mock; these tests keep the two from drifting apart.
namespace mock_provider::scenario_schema_test {
namespace {

nlohmann::json schema() {
  std::ifstream file(prompty_tests::repository() + "/mock-provider/scenario.schema.json");
  return nlohmann::json::parse(file);
}

std::set<std::string> names_in(nlohmann::json const& object) {
  EXPECT_EQ(object.at("additionalProperties"), false);
  std::set<std::string> names;
  for (auto const& property : object.at("properties").items()) names.insert(property.key());
  return names;
}

std::set<std::string> names_of(std::span<std::string_view const> members) {
  return {members.begin(), members.end()};
}

TEST(ScenarioSchema, HasTheMembersThatTheDecoderTakes) {
  nlohmann::json const all = schema();
  nlohmann::json const& parts = all.at("definitions");
  EXPECT_EQ(names_in(all), names_of(members::scenario));
  EXPECT_EQ(names_in(parts.at("step")), names_of(members::step));
  EXPECT_EQ(names_in(parts.at("match")), names_of(members::match));
  EXPECT_EQ(names_in(parts.at("respond")), names_of(members::respond));
  EXPECT_EQ(names_in(parts.at("raw")), names_of(members::raw));
  EXPECT_EQ(names_in(parts.at("toolCall")), names_of(members::tool_call));
  EXPECT_EQ(names_in(parts.at("usage")), names_of(members::usage));
  EXPECT_EQ(names_in(parts.at("error")), names_of(members::error));
  EXPECT_EQ(names_in(parts.at("fault")), names_of(members::fault));
  EXPECT_EQ(names_in(parts.at("image")), names_of(members::image));
  EXPECT_EQ(names_in(parts.at("textPattern")), names_of(members::text_pattern));
  EXPECT_EQ(names_in(parts.at("reasoning")), names_of(members::reasoning));
  EXPECT_EQ(names_in(parts.at("mcp")), names_of(members::mcp));
  EXPECT_EQ(names_in(parts.at("mcpTool")), names_of(members::mcp_tool));
  EXPECT_EQ(names_in(parts.at("mcpResult")), names_of(members::mcp_result));
  EXPECT_EQ(parts.size(), 16U);
}

}  // namespace
}  // namespace mock_provider::scenario_schema_test

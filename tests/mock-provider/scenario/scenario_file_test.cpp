#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/scenario/closed_object.hpp"
#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/scenario/scenario_file.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace mock_provider::scenario_file_test {
namespace {

std::string complaint_about(std::string const& path) {
  try {
    static_cast<void>(scenario_file::read(path));
  } catch (ScenarioError const& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ScenarioFile, ReadsYamlByItsSuffixAndJsonOtherwise) {
  prompty_tests::TemporaryFolder const folder;
  EXPECT_EQ(scenario_file::read(folder.write("a.yaml", "steps: []")), Json::parse(R"({"steps": []})"));
  EXPECT_EQ(scenario_file::read(folder.write("a.yml", "steps: []")), Json::parse(R"({"steps": []})"));
  EXPECT_EQ(scenario_file::read(folder.write("a.json", R"({"steps": []})")), Json::parse(R"({"steps": []})"));
}

TEST(ScenarioFile, TellsWhyAFileCannotBeRead) {
  prompty_tests::TemporaryFolder const folder;
  EXPECT_THAT(complaint_about(folder.path() + "/none.json"), testing::HasSubstr("No such file"));
  EXPECT_THAT(complaint_about(folder.path()), testing::HasSubstr("is a folder"));
  EXPECT_THAT(complaint_about(folder.write("a.json", "{\n]")), testing::HasSubstr("line 2, column 1: no JSON"));
  EXPECT_THAT(
      complaint_about(folder.write("a.json", "{\"steps\": [],\n \"steps\": []}")),
      testing::AllOf(testing::HasSubstr("line 2, column 2"), testing::HasSubstr("\"steps\" stands here twice")));
  EXPECT_THAT(complaint_about(folder.write("a.json", "{\"\xFF\": 1}")), testing::HasSubstr("UTF-8"));
  EXPECT_THAT(complaint_about(folder.write("a.yaml", "a: 1\nb: \xFF")),
              testing::HasSubstr("line 2, column 4: no UTF-8"));
}

TEST(ScenarioFile, ShipsAnExampleOfMatching) {
  Json const example = scenario_file::read(PROMPTY_SOURCE_DIR "/mock-provider/scenarios/conversation.yaml");
  EXPECT_EQ(scenario::decode(example).steps.size(), 4U);
}

TEST(ScenarioFile, ShipsAnExampleThatDecodes) {
  Json const example = scenario_file::read(PROMPTY_SOURCE_DIR "/mock-provider/scenarios/weather.yaml");
  Scenario const decoded = scenario::decode(example);
  EXPECT_EQ(decoded.name, "weather");
  EXPECT_EQ(decoded.steps.size(), 3U);
}

}  // namespace
}  // namespace mock_provider::scenario_file_test

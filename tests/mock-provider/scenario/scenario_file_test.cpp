#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "mock-provider/scenario/closed_object.hpp"
#include "mock-provider/scenario/presets.hpp"
#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/scenario/scenario_file.hpp"
#include "support/places.hpp"
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

TEST(ScenarioFile, LoadsTheNameAndTheStepsOfAScenario) {
  prompty_tests::TemporaryFolder const folder;
  scenario_file::Loaded const named =
      scenario_file::load(folder.write("a.yaml", "name: n\nsteps: [{respond: {text: a}}]"));
  EXPECT_EQ(named.name, "n");
  EXPECT_EQ(named.steps, 1U);
  EXPECT_EQ(scenario_file::load(folder.write("a.json", R"({"steps": []})")).name, "default");
}

TEST(ScenarioFile, LoadsPresetsByTheirName) {
  for (std::string const name :
       {"vllm-reasoning", "deepseek", "collapsed-indexes", "empty-choices-usage", "no-ids", "late-finish",
        "cut-after-call", "error-event", "kimi", "groq", "anthropic-interleaved", "responses-encrypted"}) {
    EXPECT_EQ(scenario_file::load("preset:" + name).name, name);
    EXPECT_THAT(presets::names(), testing::HasSubstr(name));
  }
  EXPECT_THAT(complaint_about("preset:vllm"), testing::HasSubstr("is no preset; there are vllm-reasoning, deepseek"));
}

TEST(YamlPlace, IsThatOfTheKeyOrElementThatAPointerNames) {
  using yaml_value::Place;
  std::string const text = "a:\n  - x\n  - b/c: 1\n    d~e: 2\n";
  EXPECT_EQ(yaml_value::place_of(text, "/a"), (Place{1, 1}));
  EXPECT_EQ(yaml_value::place_of(text, "/a/0"), (Place{2, 5}));
  EXPECT_EQ(yaml_value::place_of(text, "/a/1/b~1c"), (Place{3, 5}));
  EXPECT_EQ(yaml_value::place_of(text, "/a/1/d~0e"), (Place{4, 5}));
  EXPECT_EQ(yaml_value::place_of(text, "/a/7"), (Place{1, 1})) << "of what is not there: where it would be";
  EXPECT_EQ(yaml_value::place_of(text, ""), std::nullopt);
  EXPECT_EQ(yaml_value::place_of("a: [", "/a"), std::nullopt);
}

TEST(ScenarioFile, TellsWhyAFileCannotBeRead) {
  prompty_tests::TemporaryFolder const folder;
  EXPECT_THAT(complaint_about(folder.path() + "/none.json"), testing::HasSubstr("No such file"));
  EXPECT_THAT(complaint_about(folder.path()), testing::HasSubstr("is a folder"));
  EXPECT_THAT(complaint_about("/dev/zero"), testing::HasSubstr("is a device"));
  ASSERT_EQ(::mkfifo((folder.path() + "/pipe").c_str(), 0600), 0);
  EXPECT_THAT(complaint_about(folder.path() + "/pipe"), testing::HasSubstr("is a pipe; name a regular file"));
  EXPECT_THAT(complaint_about(folder.write("large.json", std::string((16 << 20) + 1, ' '))),
              testing::HasSubstr("has more than 16777216 bytes"));
  EXPECT_THAT(complaint_about(folder.write("a.json", "{\n]")), testing::HasSubstr("line 2, column 1: no JSON"));
  EXPECT_THAT(
      complaint_about(folder.write("a.json", "{\"steps\": [],\n \"steps\": []}")),
      testing::AllOf(testing::HasSubstr("line 2, column 2"), testing::HasSubstr("\"steps\" stands here twice")));
  EXPECT_THAT(complaint_about(folder.write("a.json", "{\"\xFF\": 1}")), testing::HasSubstr("UTF-8"));
  EXPECT_THAT(complaint_about(folder.write("a.yaml", "a: 1\nb: \xFF")),
              testing::HasSubstr("line 2, column 4: no UTF-8"));
}

TEST(ScenarioFile, ShipsAnExampleOfMatching) {
  Json const example = scenario_file::read(prompty_tests::repository() + "/mock-provider/scenarios/conversation.yaml");
  EXPECT_EQ(scenario::decode(example).steps.size(), 4U);
}

TEST(ScenarioFile, ShipsAnExampleThatDecodes) {
  Json const example = scenario_file::read(prompty_tests::repository() + "/mock-provider/scenarios/weather.yaml");
  Scenario const decoded = scenario::decode(example);
  EXPECT_EQ(decoded.name, "weather");
  EXPECT_EQ(decoded.steps.size(), 3U);
}

}  // namespace
}  // namespace mock_provider::scenario_file_test

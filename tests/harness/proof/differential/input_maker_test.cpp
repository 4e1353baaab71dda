#include "harness/proof/differential/input_maker.hpp"

#include <gmock/gmock.h>

#include "harness/judge/subject/in_process.hpp"
#include "harness/proof/differential/sample_inputs.hpp"

namespace conformance::differential::input_maker_test {
namespace {

class MadeInputs : public testing::Test {
 protected:
  static constexpr std::uint64_t seed = 11;

  Json const protocol_ = protocol_schema();
  InProcessSubject reference_;
  InputMaker const maker_{protocol_, common_to({{"reference", &reference_}})};
};

TEST_F(MadeInputs, AreWhatTheProtocolAllows) {
  for (std::string const& operation : comparable_operations()) {
    SchemaCheck const check(protocol_, "/operations/" + operation + "/params");
    for (std::uint64_t number = 0; number < 60; ++number) {
      Input const input = maker_.make(operation, seed, number);
      EXPECT_THAT(check.problems(input.params), testing::IsEmpty()) << input.params;
    }
  }
}

TEST_F(MadeInputs, AreManyAndBothGoodAndBad) {
  for (std::string const operation : {"split", "load", "render", "build_request", "process", "process_stream"}) {
    std::set<std::string> params;
    int errors = 0;
    for (std::uint64_t number = 0; number < 100; ++number) {
      Input const input = maker_.make(operation, seed, number);
      params.insert(input.params.dump() + Json(input.files).dump());
      if (ask(reference_, input, Profile::as_written).outcome != "result") ++errors;
    }
    EXPECT_GT(params.size(), 60U) << operation;
    EXPECT_GT(errors, 2) << operation;
    EXPECT_LT(errors, 90) << operation;
  }
}

TEST_F(MadeInputs, UseOnlyWhatIsCommonToTheSubjects) {
  InputMaker const narrow(
      protocol_,
      {.operations = {"build_request", "load"}, .providers = {"anthropic"}, .api_types = {"chat"}, .features = {}});
  for (std::uint64_t number = 0; number < 60; number += 2) {
    Json const params = narrow.make("build_request", seed, number).params;
    std::string const text = params.dump();
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("openai\""))) << text;
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("\"mustache\""))) << text;
    EXPECT_FALSE(params.contains("discovered"));
    EXPECT_FALSE(narrow.make("load", seed, number).params.contains("env"));
  }
}

TEST_F(MadeInputs, AreNotSentWhenTwoPropertiesHaveTheSameName) {
  Json const property = {{"name", "a"}, {"kind", "string"}};
  Input input{.operation = "project_tools", .params = {{"agent", {{"kind", "prompt"}, {"instructions", ""}}}}};
  input.params["agent"]["inputs"] = Json::array({property});
  EXPECT_TRUE(maker_.is_askable(input));
  input.params["agent"]["inputs"].push_back(property);
  EXPECT_FALSE(maker_.is_askable(input));
}

TEST_F(MadeInputs, AreNotSentWithoutTheFileThatIsLoaded) {
  Input input = maker_.make("load", seed, 0);
  EXPECT_TRUE(maker_.is_askable(input));
  input.files.erase("prompt.prompty");
  EXPECT_FALSE(maker_.is_askable(input));
}

}  // namespace
}  // namespace conformance::differential::input_maker_test

#include "prompty/wire/openai/options.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::wire_options_test {
namespace {

std::string wire(std::optional<ModelOptions> const& options) {
  return json_text::dump(openai::options_to_wire(options));
}

TEST(ChatOptions, AreNothingWhenNotSet) {
  EXPECT_EQ(wire(std::nullopt), "{}");
  EXPECT_EQ(wire(ModelOptions{}), "{}");
}

TEST(ChatOptions, HaveTheNamesOfTheProvider) {
  EXPECT_EQ(wire(ModelOptions{.temperature = 0.7,
                              .max_output_tokens = 100,
                              .top_p = 0.9,
                              .frequency_penalty = 0.5,
                              .presence_penalty = -0.5,
                              .seed = 42,
                              .stop_sequences = std::vector<std::string>{"END"}}),
            R"({"temperature":0.7,"max_completion_tokens":100,"top_p":0.9,"frequency_penalty":0.5,)"
            R"("presence_penalty":-0.5,"seed":42,"stop":["END"]})");
}

TEST(ChatOptions, AreSentAlsoWhenZeroOrEmpty) {
  EXPECT_EQ(wire(ModelOptions{
                .temperature = 0, .max_output_tokens = 0, .seed = 0, .stop_sequences = std::vector<std::string>{}}),
            R"({"temperature":0.0,"max_completion_tokens":0,"seed":0,"stop":[]})");
}

TEST(ChatOptions, LeaveOutWhatTheProviderDoesNotHave) {
  EXPECT_EQ(wire(ModelOptions{.top_k = 40, .allow_multiple_tool_calls = false}), "{}");
}

TEST(ChatOptions, PassAdditionalPropertiesThroughUnlessMapped) {
  EXPECT_EQ(wire(ModelOptions{.temperature = 0.2,
                              .additional_properties =
                                  Json{{"logprobs", true}, {"temperature", 0.9}, {"max_tokens", 5}, {"x", nullptr}}}),
            R"({"temperature":0.2,"logprobs":true,"max_tokens":5,"x":null})");
}

}  // namespace
}  // namespace prompty::wire_options_test

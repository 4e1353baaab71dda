#include "prompty/wire/anthropic/options.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::wire_anthropic_options_test {
namespace {

std::string wire(std::optional<ModelOptions> const& options) {
  return json_text::dump(anthropic::options_to_wire(options));
}

TEST(AnthropicOptions, HaveTheNamesAndOrderOfTheAlgorithm) {
  EXPECT_EQ(wire(std::nullopt), "{}");
  EXPECT_EQ(wire(ModelOptions{.temperature = 0.5,
                              .max_output_tokens = 9,
                              .top_p = 0.25,
                              .top_k = 40,
                              .frequency_penalty = 1,
                              .presence_penalty = 1,
                              .seed = 1,
                              .stop_sequences = std::vector<std::string>{"END"},
                              .allow_multiple_tool_calls = false,
                              .additional_properties = Json{{"x", 1}}}),
            R"({"temperature":0.5,"top_p":0.25,"top_k":40,"stop_sequences":["END"]})");
}

TEST(AnthropicOptions, AreSentAlsoWhenZero) {
  EXPECT_EQ(wire(ModelOptions{.temperature = 0, .top_p = 0, .top_k = 0}),
            R"({"temperature":0.0,"top_p":0.0,"top_k":0})");
}

TEST(AnthropicLimit, IsThatOfTheOptionsOrTheDefault) {
  EXPECT_EQ(anthropic::max_tokens(std::nullopt), 4096);
  EXPECT_EQ(anthropic::max_tokens(ModelOptions{}), 4096);
  EXPECT_EQ(anthropic::max_tokens(ModelOptions{.max_output_tokens = 0}), 4096);
  EXPECT_EQ(anthropic::max_tokens(ModelOptions{.max_output_tokens = 1}), 1);
  EXPECT_EQ(anthropic::max_tokens(ModelOptions{.max_output_tokens = 64000}), 64000);
}

}  // namespace
}  // namespace prompty::wire_anthropic_options_test

#include "prompty/provider/openai_processor.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::openai_processor_test {
namespace {

Json const response = Json::parse(R"({"choices":[{"message":{"content":"A"}}]})");

PromptyAgent agent_with(std::string api_type) {
  PromptyAgent agent;
  agent.model = Model{.api_type = std::move(api_type)};
  return agent;
}

TEST(OpenAiProcessor, ReadsChatResponsesByDefault) {
  EXPECT_EQ(openai::OpenAiProcessor().process(PromptyAgent{}, response), Outcome(Text{.value = "A"}));
  EXPECT_EQ(openai::OpenAiProcessor().process(agent_with("chat"), response), Outcome(Text{.value = "A"}));
}

TEST(OpenAiProcessor, ReadsEachApiTypeByItsOwnRules) {
  openai::OpenAiProcessor const processor;
  EXPECT_EQ(processor.process(agent_with("embedding"), Json::parse(R"({"data":[{"embedding":[1]}]})")),
            Outcome(Embedding{.values = {1}}));
  EXPECT_EQ(processor.process(agent_with("image"), Json::parse(R"({"data":[{"url":"u"}]})")),
            Outcome(Image{.value = "u"}));
  EXPECT_EQ(processor.process(agent_with("responses"), Json::parse(R"({"output":[],"output_text":"B"})")),
            Outcome(Text{.value = "B"}));
}

TEST(OpenAiProcessor, RefusesAnAnswerOfAnotherShapeAndAnUnknownApiType) {
  for (char const* const type : {"embedding", "image", "responses"}) {
    EXPECT_EQ(raised<ValueError>([&] {
                static_cast<void>(openai::OpenAiProcessor().process(agent_with(type), response));
              }).find("Unexpected response format"),
              0U);
  }
  EXPECT_NE(
      raised<ValueError>([] { static_cast<void>(openai::OpenAiProcessor().process(agent_with("Chat"), response)); }),
      "");
}

}  // namespace
}  // namespace prompty::openai_processor_test

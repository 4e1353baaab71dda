#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/scenario/forms.hpp"

namespace mock_provider::completion_form_test {
namespace {

Completion completion_in(char const* respond) {
  return std::get<Completion>(respond_form::decode(Json::parse(respond), "/r").content);
}

TEST(CompletionForm, TakesVectorsInThreeForms) {
  EXPECT_EQ(completion_in(R"({"embedding": "derived"})").embedding, Embedding{});
  EXPECT_EQ(completion_in(R"({"embedding": [1, 0.5]})").embedding, (Embedding{.vectors = {{1, 0.5}}}));
  EXPECT_EQ(completion_in(R"({"embedding": [[1], [2]]})").embedding, (Embedding{.vectors = {{1}, {2}}}));
  EXPECT_EQ(completion_in(R"({"text": "a"})").embedding, std::nullopt);
}

TEST(CompletionForm, TakesAnImageOrAList) {
  EXPECT_THAT(completion_in(R"({"image": {"url": "u", "revisedPrompt": "p"}})").images,
              testing::ElementsAre(Image{.url = "u", .revised_prompt = "p"}));
  EXPECT_EQ(completion_in(R"({"image": [{"url": "u"}, {"b64Json": "QQ=="}]})").images.size(), 2U);
}

TEST(CompletionForm, TakesTheInputOfACustomTool) {
  Completion const said = completion_in(R"({"toolCalls": [{"name": "run", "input": "print 1"}]})");
  ToolCall const call{.name = "run", .arguments = "print 1", .kind = ToolCall::Kind::custom};
  EXPECT_EQ(said.tool_calls, std::vector<ToolCall>{call});
}

TEST(CompletionForm, TakesUsageAlongWithAVector) {
  EXPECT_EQ(completion_in(R"({"embedding": [1], "usage": {"promptTokens": 3}})").usage,
            (Usage{.prompt_tokens = 3, .completion_tokens = 0}));
}

TEST(CompletionForm, TakesAThoughtAsATextOrWithItsForm) {
  EXPECT_EQ(completion_in(R"({"reasoning": "a"})"), (Completion{.reasoning = "a"}));
  EXPECT_EQ(completion_in(R"({"reasoning": {"text": "a"}})"), (Completion{.reasoning = "a"}));
  EXPECT_EQ(completion_in(R"({"reasoning": {"text": "a", "form": "reasoning_details"}})"),
            (Completion{.reasoning = "a", .reasoning_form = ReasoningForm::reasoning_details}));
}

struct Mistake {
  char const* respond;
  char const* pointer;
  char const* reason;
};

TEST(CompletionForm, NamesTheMistake) {
  for (Mistake const& mistake : {
           Mistake{R"({"reasoning": {"form": "reasoning"}})", "/r/reasoning", "\"text\" is missing"},
           Mistake{R"({"reasoning": {"text": "a", "form": "thinking"}})", "/r/reasoning/form", "must be one of"},
           Mistake{R"({"reasoning": 1})", "/r/reasoning", "must be a string"},
           Mistake{R"({"embedding": "random"})", "/r/embedding", "\"derived\""},
           Mistake{R"({"embedding": []})", "/r/embedding", "vector of numbers"},
           Mistake{R"({"embedding": [1, "2"]})", "/r/embedding", "vector of numbers"},
           Mistake{R"({"embedding": [[1], []]})", "/r/embedding/1", "vector of numbers"},
           Mistake{R"({"image": {}})", "/r/image", "exactly one of url and b64Json"},
           Mistake{R"({"image": [{"url": "u", "b64Json": ""}]})", "/r/image/0", "exactly one of"},
           Mistake{R"({"image": []})", "/r/image", "non-empty array"},
           Mistake{R"({"image": {"url": 1}})", "/r/image/url", "must be a string"},
       }) {
    try {
      static_cast<void>(completion_in(mistake.respond));
      ADD_FAILURE() << "was accepted: " << mistake.respond;
    } catch (ScenarioError const& error) {
      EXPECT_EQ(error.pointer(), mistake.pointer);
      EXPECT_THAT(error.reason(), testing::HasSubstr(mistake.reason));
    }
  }
}

}  // namespace
}  // namespace mock_provider::completion_form_test

#include "prompty/wire/openai/image.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::wire_image_test {
namespace {

Message user(std::vector<ContentPart> content) {
  return {.role = "user", .content = std::move(content)};
}

std::string prompt(std::vector<Message> const& messages) {
  return openai::image_request(PromptyAgent{}, messages)["prompt"].get<std::string>();
}

PromptyAgent agent_with(ModelOptions options) {
  PromptyAgent agent;
  agent.model = Model{.id = "m", .options = std::move(options)};
  agent.tools = {{.name = "t", .details = FunctionTool{}}};
  agent.outputs = {{.name = "a"}};
  return agent;
}

TEST(ImagePrompt, IsTheFirstTextOfTheLastUserMessage) {
  EXPECT_EQ(prompt({user({TextPart{.value = "a"}}),
                    user({ImagePart{.value = "u"}, TextPart{.value = "b"}, TextPart{.value = "c"}}),
                    {.role = "assistant", .content = {TextPart{.value = "d"}}}}),
            "b");
}

TEST(ImagePrompt, IsEmptyWithoutSuchAText) {
  EXPECT_EQ(prompt({user({TextPart{.value = "a"}}), user({ImagePart{.value = "u"}})}), "");
  EXPECT_EQ(prompt({{.role = "system", .content = {TextPart{.value = "s"}}}}), "");
  EXPECT_EQ(prompt({}), "");
}

TEST(ImageRequest, HasModelPromptAndOptionsInThatOrder) {
  PromptyAgent const agent = agent_with({.seed = 1, .additional_properties = Json{{"size", "auto"}}});
  EXPECT_EQ(json_text::dump(openai::image_request(agent, {user({TextPart{.value = "a"}})})),
            R"({"model":"m","prompt":"a","seed":1,"size":"auto"})");
}

TEST(ImageRequest, LetsOptionsReplaceModelAndPromptInTheirPlace) {
  PromptyAgent const agent = agent_with({.additional_properties = Json{{"prompt", "p"}, {"model", "n"}}});
  EXPECT_EQ(json_text::dump(openai::image_request(agent, {user({TextPart{.value = "a"}})})),
            R"({"model":"n","prompt":"p"})");
}

}  // namespace
}  // namespace prompty::wire_image_test

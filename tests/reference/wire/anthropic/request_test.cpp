#include "prompty/wire/anthropic/request.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::wire_anthropic_request_test {
namespace {

Message said(std::string role, std::string text) {
  return {.role = std::move(role), .content = {TextPart{.value = std::move(text)}}};
}

PromptyAgent agent_with(std::optional<ModelOptions> options) {
  PromptyAgent agent{.name = "foo"};
  agent.model = Model{.id = "m", .provider = "anthropic", .options = std::move(options)};
  return agent;
}

std::string request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  return json_text::dump(anthropic::message_request(agent, messages));
}

TEST(AnthropicRequest, AlwaysHasALimit) {
  EXPECT_EQ(request(agent_with(std::nullopt), {}), R"({"model":"m","messages":[],"max_tokens":4096})");
  EXPECT_EQ(request(PromptyAgent{}, {}), R"({"messages":[],"max_tokens":4096})");
}

TEST(AnthropicRequest, HasTheOrderOfTheAlgorithm) {
  PromptyAgent agent = agent_with(ModelOptions{.temperature = 0.5, .additional_properties = Json{{"x", 1}}});
  agent.tools = {{.name = "t", .details = FunctionTool{}}};
  agent.outputs = {{.name = "a", .kind = "float"}};
  std::string const as_written =
      R"({"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}],"max_tokens":4096,)"
      R"("system":"S","temperature":0.5,"tools":[{"name":"t","input_schema":{"type":"object","properties":{}}}])";
  std::vector<Message> const messages = {said("system", "S"), said("user", "Hi")};
  EXPECT_EQ(request(agent, messages), as_written + "}");
}

TEST(AnthropicRequest, SendsTheLastSystemMessage) {
  EXPECT_EQ(request(agent_with(std::nullopt), {said("system", "A"), said("system", "B")}),
            R"({"model":"m","messages":[],"max_tokens":4096,"system":"B"})");
  EXPECT_EQ(request(agent_with(std::nullopt), {said("system", "A"), said("system", "")}),
            R"({"model":"m","messages":[],"max_tokens":4096})");
}

TEST(AnthropicRequest, PutsThePartsOfASystemMessageTogether) {
  Message const system{.role = "system",
                       .content = {TextPart{.value = "A"}, FilePart{.value = "f"}, TextPart{.value = "B"}}};
  EXPECT_EQ(request(agent_with(std::nullopt), {system}),
            R"({"model":"m","messages":[],"max_tokens":4096,"system":"AB"})");
}

}  // namespace
}  // namespace prompty::wire_anthropic_request_test

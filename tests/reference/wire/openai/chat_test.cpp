#include "prompty/wire/openai/chat.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::wire_chat_test {
namespace {

std::vector<Message> const hi = {{.role = "user", .content = {TextPart{.value = "Hi"}}}};

PromptyAgent agent_with(ModelOptions options) {
  PromptyAgent agent{.name = "foo"};
  agent.model = Model{.id = "gpt-4o", .provider = "openai", .options = std::move(options)};
  return agent;
}

std::string request(PromptyAgent const& agent) {
  return json_text::dump(openai::chat_request(agent, hi));
}

constexpr char const* structured_format =
    R"({"type":"json_schema","json_schema":{"name":"structured_output","strict":true,"schema":{"type":"object",)"
    R"("properties":{"a":{"type":"number"}},"additionalProperties":false}}})";

TEST(ChatRequest, HoldsNoMoreThanModelAndMessagesAtTheLeast) {
  EXPECT_EQ(request(agent_with({})), R"({"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}]})");
}

TEST(ChatRequest, InventsNoModelName) {
  EXPECT_EQ(request(PromptyAgent{.name = "foo"}), R"({"messages":[{"role":"user","content":"Hi"}]})");
}

TEST(ChatRequest, HasTheOrderOfTheAlgorithm) {
  PromptyAgent agent = agent_with({.temperature = 0.5});
  agent.tools = {{.name = "t", .details = FunctionTool{}}};
  agent.outputs = {{.name = "a", .kind = "float"}};
  EXPECT_EQ(
      request(agent),
      std::string(
          R"({"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}],"temperature":0.5,)"
          R"("tools":[{"type":"function","function":{"name":"t","parameters":{"type":"object","properties":{}}}}],)"
          R"("response_format":)") +
          structured_format + "}");
}

TEST(ChatRequest, LetsAdditionalPropertiesReplaceModelAndMessagesInTheirPlace) {
  EXPECT_EQ(
      request(agent_with({.additional_properties = Json{{"x", 1}, {"messages", Json::array()}, {"model", "other"}}})),
      R"({"model":"other","messages":[],"x":1})");
}

TEST(ChatRequest, LetsAdditionalPropertiesNotReplaceWhatIsComputed) {
  PromptyAgent agent = agent_with({.additional_properties = Json{{"tools", "x"}, {"response_format", "y"}}});
  EXPECT_EQ(request(agent),
            R"({"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}],"tools":"x","response_format":"y"})");
  agent.tools = {{.name = "t", .details = FunctionTool{}}};
  agent.outputs = {{.name = "a", .kind = "float"}};
  Json const wire = openai::chat_request(agent, hi);
  EXPECT_TRUE(wire["tools"].is_array());
  EXPECT_EQ(wire["response_format"], Json::parse(structured_format));
}

}  // namespace
}  // namespace prompty::wire_chat_test

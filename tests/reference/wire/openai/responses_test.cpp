#include "prompty/wire/openai/responses.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::wire_responses_test {
namespace {

std::string input_of(Message const& message) {
  return json_text::dump(openai::responses_request(PromptyAgent{}, {message})["input"]);
}

PromptyAgent complete_agent() {
  PromptyAgent agent;
  agent.model = Model{.id = "m",
                      .options = ModelOptions{.temperature = 0.5,
                                              .max_output_tokens = 9,
                                              .seed = 1,
                                              .additional_properties = Json{{"store", false}, {"temperature", 2}}}};
  agent.tools = {{.name = "t", .description = "d", .details = FunctionTool{.parameters = {}, .strict = true}}};
  agent.outputs = {{.name = "a", .kind = "float", .required = true}};
  return agent;
}

constexpr char const* text_format =
    R"("text":{"format":{"type":"json_schema","name":"structured_output","strict":true,"schema":{"type":"object",)"
    R"("properties":{"a":{"type":"number"}},"required":["a"],"additionalProperties":false}}}})";

TEST(ResponsesItems, HaveRoleAndContentWhateverTheMetadata) {
  EXPECT_EQ(input_of({.role = "user",
                      .content = {TextPart{.value = "a"}},
                      .metadata = Json{{"name", "b"}, {"tool_call_id", "c"}}}),
            R"([{"role":"user","content":"a"}])");
}

TEST(ResponsesItems, HaveChatBlocks) {
  EXPECT_EQ(input_of({.role = "user", .content = {TextPart{.value = "a"}, ImagePart{.value = "u"}}}),
            R"([{"role":"user","content":[{"type":"text","text":"a"},)"
            R"({"type":"image_url","image_url":{"url":"u"}}]}])");
  EXPECT_EQ(input_of({.role = "user"}), R"([{"role":"user","content":[]}])");
}

TEST(ResponsesItems, AreTheStoredCallAndItsOutput) {
  Json const call = Json::parse(R"({"type":"function_call","id":"fc","call_id":"c","x":null})");
  Message message{.role = "tool",
                  .content = {ImagePart{.value = "u"}, TextPart{.value = "b"}},
                  .metadata = Json{{"responses_function_call", call}, {"tool_call_id", "d"}}};
  std::string const stored = R"([{"type":"function_call","id":"fc","call_id":"c","x":null},)";
  EXPECT_EQ(input_of(message), stored + R"({"type":"function_call_output","call_id":"d","output":"u"}])");
  message.content.clear();
  EXPECT_EQ(input_of(message), stored + R"({"type":"function_call_output","call_id":"d","output":""}])");
  message.metadata.erase("tool_call_id");
  EXPECT_EQ(input_of(message), stored + R"({"type":"function_call_output","call_id":null,"output":""}])");
}

TEST(ResponsesRequest, HasNestedToolsAndNoOptions) {
  EXPECT_EQ(json_text::dump(openai::responses_request(complete_agent(), {})),
            std::string(R"({"model":"m","input":[],"tools":[{"type":"function","function":{"name":"t",)"
                        R"("description":"d","parameters":{"type":"object","properties":{},)"
                        R"("additionalProperties":false},"strict":true}}],)") +
                text_format);
}

TEST(ResponsesRequest, HasNoMoreThanTheInputAtTheLeast) {
  EXPECT_EQ(json_text::dump(openai::responses_request(PromptyAgent{}, {})), R"({"input":[]})");
}

}  // namespace
}  // namespace prompty::wire_responses_test

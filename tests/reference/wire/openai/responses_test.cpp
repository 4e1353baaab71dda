#include "prompty/wire/openai/responses.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::wire_responses_test {
namespace {

std::string input_of(Message const& message, Profile profile = Profile::as_written) {
  return json_text::dump(openai::responses_request(PromptyAgent{}, {message}, profile)["input"]);
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

TEST(ResponsesItems, HaveChatBlocksAsWritten) {
  EXPECT_EQ(input_of({.role = "user", .content = {TextPart{.value = "a"}, ImagePart{.value = "u"}}}),
            R"([{"role":"user","content":[{"type":"text","text":"a"},)"
            R"({"type":"image_url","image_url":{"url":"u"}}]}])");
  EXPECT_EQ(input_of({.role = "user"}), R"([{"role":"user","content":[]}])");
}

TEST(ResponsesItems, HaveTheBlocksOfTheProviderWhenLive) {
  EXPECT_EQ(input_of({.role = "user",
                      .content = {TextPart{.value = "a"}, ImagePart{.value = "u", .detail = "low"},
                                  FilePart{.value = "f"}, AudioPart{.value = "s", .media_type = "audio/wav"}}},
                     Profile::live),
            R"([{"role":"user","content":[{"type":"input_text","text":"a"},)"
            R"({"type":"input_image","image_url":"u","detail":"low"},{"type":"input_file","file_url":"f"},)"
            R"({"type":"input_audio","input_audio":{"data":"s","format":"wav"}}]}])");
  EXPECT_EQ(
      input_of({.role = "assistant", .content = {TextPart{.value = "a"}, TextPart{.value = "b"}}}, Profile::live),
      R"([{"role":"assistant","content":[{"type":"output_text","text":"a"},{"type":"output_text","text":"b"}]}])");
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

TEST(ResponsesItems, AnswerTheStoredCallWhenLive) {
  Message message{.role = "tool",
                  .content = {TextPart{.value = "b"}},
                  .metadata = Json{{"responses_function_call", Json{{"type", "function_call"}, {"call_id", "c"}}},
                                   {"tool_call_id", "d"}}};
  EXPECT_EQ(Json::parse(input_of(message, Profile::live))[1]["call_id"], Json("c"));
  message.metadata["responses_function_call"].erase("call_id");
  EXPECT_EQ(Json::parse(input_of(message, Profile::live))[1]["call_id"], Json("d"));
}

TEST(ResponsesItems, HoldTheDataOfAFileWhenLive) {
  EXPECT_EQ(
      input_of({.role = "user", .content = {FilePart{.value = "data:application/pdf;base64,QQ=="}}}, Profile::live),
      R"([{"role":"user","content":[{"type":"input_file","filename":"file.pdf",)"
      R"("file_data":"data:application/pdf;base64,QQ=="}]}])");
}

TEST(ResponsesRequest, HasNestedToolsAndNoOptionsAsWritten) {
  EXPECT_EQ(json_text::dump(openai::responses_request(complete_agent(), {}, Profile::as_written)),
            std::string(R"({"model":"m","input":[],"tools":[{"type":"function","function":{"name":"t",)"
                        R"("description":"d","parameters":{"type":"object","properties":{},)"
                        R"("additionalProperties":false},"strict":true}}],)") +
                text_format);
}

TEST(ResponsesRequest, HasFlatToolsAndTheKnownOptionsWhenLive) {
  EXPECT_EQ(json_text::dump(openai::responses_request(complete_agent(), {}, Profile::live)),
            std::string(R"({"model":"m","input":[],"temperature":0.5,"max_output_tokens":9,"store":false,)"
                        R"("tools":[{"type":"function","name":"t","description":"d","parameters":{"type":"object",)"
                        R"("properties":{},"additionalProperties":false},"strict":true}],)") +
                text_format);
}

TEST(ResponsesRequest, HasNoMoreThanTheInputAtTheLeast) {
  for (Profile const profile : {Profile::as_written, Profile::live}) {
    EXPECT_EQ(json_text::dump(openai::responses_request(PromptyAgent{}, {}, profile)), R"({"input":[]})");
  }
}

}  // namespace
}  // namespace prompty::wire_responses_test

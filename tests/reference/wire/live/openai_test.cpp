#include "prompty/wire/requests.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::wire_live_openai_test {
namespace {

Message user(std::vector<ContentPart> content) {
  return {.role = "user", .content = std::move(content)};
}

PromptyAgent agent_with(ModelOptions options) {
  PromptyAgent agent;
  agent.model = Model{.id = "m", .options = std::move(options)};
  return agent;
}

std::string options_of(ModelOptions options) {
  Json request = live::chat_request(agent_with(std::move(options)), {});
  request.erase("model");
  request.erase("messages");
  return json_text::dump(request);
}

std::string message(Message const& message) {
  return json_text::dump(live::chat_request(PromptyAgent{}, {message})["messages"][0]);
}

std::string items(Message const& message) {
  return json_text::dump(live::responses_request(PromptyAgent{}, {message})["input"]);
}

Tool function_tool(std::vector<Property> parameters) {
  return {.name = "f", .details = FunctionTool{.parameters = std::move(parameters), .strict = true}};
}

TEST(LiveSchemas, AreStrictWhereEverythingSaysWhatItHolds) {
  RecordProperty("clause", "P7.1.4-22");
  PromptyAgent agent;
  agent.outputs = {{.name = "rows", .kind = "array", .required = true, .items = {{.kind = "object"}}}};
  auto const format_of = [&] {
    return live::chat_request(agent, {}, Edition::august_2026)["response_format"]["json_schema"];
  };
  EXPECT_EQ(format_of()["strict"], Json(false)) << "A-071: an object inside says nothing of itself";
  agent.outputs[0].items[0].properties = {{.name = "sku", .kind = "string"}};
  EXPECT_EQ(format_of()["strict"], Json(true));
  EXPECT_EQ(json_text::dump(format_of()["schema"]["properties"]["rows"]["items"]),
            R"({"type":"object","properties":{"sku":{"type":["string","null"]}},"required":["sku"],)"
            R"("additionalProperties":false})");
}

TEST(LiveChatRequest, LeavesOutOptionsThatSayNothing) {
  EXPECT_EQ(options_of({.stop_sequences = std::vector<std::string>{},
                        .additional_properties = Json{{"user", nullptr}, {"store", false}}}),
            R"({"store":false})");
}

TEST(LiveChatRequest, TakesAdditionalPropertiesForTheOptionsThatTheyName) {
  EXPECT_EQ(options_of({.top_p = 0.5,
                        .additional_properties =
                            Json{{"maxOutputTokens", 9}, {"topP", 0.25}, {"topK", 3}, {"stopSequences", {"a"}}}}),
            R"({"top_p":0.5,"max_completion_tokens":9,"stop":["a"]})");
}

TEST(LiveChatRequest, LeavesMessagesAloneThatReplaceTheOthers) {
  Json const own = Json::parse(R"([{"role":"user","content":[],"label":1}])");
  EXPECT_EQ(live::chat_request(agent_with({.additional_properties = Json{{"messages", own}}}), {user({})})["messages"],
            own);
  EXPECT_EQ(live::chat_request(agent_with({.additional_properties = Json{{"messages", nullptr}, {"model", nullptr}}}),
                               {user({})}),
            Json::parse(R"({"model":"m","messages":[{"role":"user","content":""}]})"));
}

TEST(LiveChatRequest, LeavesToolsAloneThatItDidNotCompute) {
  Json const own = Json::parse(R"([{"type":"custom"}])");
  EXPECT_EQ(live::chat_request(agent_with({.additional_properties = Json{{"tools", own}}}), {})["tools"], own);
}

TEST(LiveChatMessage, LeavesMetadataBehindThatTheProviderDoesNotKnow) {
  Json const metadata{{"name", "bob"}, {"tool_call_id", "c"}, {"tool_calls", Json::array()}, {"label", 1}};
  Message reported{.role = "user", .content = {TextPart{.value = "a"}}, .metadata = metadata};
  EXPECT_EQ(message(reported), R"({"role":"user","name":"bob","content":"a"})");
  reported.role = "tool";
  EXPECT_EQ(message(reported), R"({"role":"tool","tool_call_id":"c","content":"a"})");
  reported.role = "assistant";
  EXPECT_EQ(message(reported), R"({"role":"assistant","name":"bob","tool_calls":[],"content":"a"})");
}

TEST(LiveOutputs, AreAllRequiredAndMayBeNull) {
  PromptyAgent agent;
  agent.outputs = {{.name = "a", .enum_values = {"x"}}, {.name = "b", .required = true}};
  std::string const schema =
      R"({"type":"object","properties":{"a":{"type":["string","null"],"enum":["x",null]},"b":{"type":"string"}},)"
      R"("required":["a","b"],"additionalProperties":false})";
  EXPECT_EQ(json_text::dump(live::chat_request(agent, {})["response_format"]["json_schema"]["schema"]), schema);
  EXPECT_EQ(json_text::dump(live::responses_request(agent, {})["text"]["format"]["schema"]), schema);
}

TEST(LiveOutputs, AreNotStrictAboutStructures) {
  PromptyAgent agent;
  agent.outputs = {{.name = "a", .kind = "array"}};
  Json const format = live::chat_request(agent, {})["response_format"]["json_schema"];
  EXPECT_EQ(format["strict"], Json(false));
  EXPECT_EQ(format["schema"]["properties"]["a"], Json::parse(R"({"type":["array","null"],"items":{}})"));
  agent.outputs = {{.name = "a", .kind = "object", .required = true}};
  EXPECT_EQ(live::responses_request(agent, {})["text"]["format"]["strict"], Json(false));
}

TEST(LiveTools, RequireAllParametersWhenTheyAreStrict) {
  Tool const tool = function_tool({{.name = "o", .kind = "integer"}, {.name = "r", .required = true}});
  EXPECT_EQ(json_text::dump(live::tools_to_wire({tool})[0]["function"]["parameters"]),
            R"({"type":"object","properties":{"o":{"type":["integer","null"]},"r":{"type":"string"}},)"
            R"("required":["o","r"],"additionalProperties":false})");
}

TEST(LiveTools, SayOfEachArrayThatItHasItems) {
  Tool tool{.name = "server", .details = McpTool{}};
  tool.offered = std::vector<ToolDefinition>{{.name = "f", .parameters = Json::parse(R"({"type":"object",
    "$defs":{"d":{"type":"array"}},"properties":{"a":{"type":"array"},"b":{"type":"array","items":{"type":"array"}},
    "c":{"anyOf":[{"type":["array","null"]},{"type":"object","additionalProperties":{"type":"array"}}]},
    "items":{"type":"string","enum":[{"type":"array"}],"default":{"type":"array"}},"type":{"const":"array"}}})")}};
  EXPECT_EQ(live::tools_to_wire({tool})[0]["function"]["parameters"], Json::parse(R"({"type":"object",
    "$defs":{"d":{"type":"array","items":{}}},"properties":{"a":{"type":"array","items":{}},
    "b":{"type":"array","items":{"type":"array","items":{}}},
    "c":{"anyOf":[{"type":["array","null"],"items":{}},{"type":"object","additionalProperties":{"type":"array","items":{}}}]},
    "items":{"type":"string","enum":[{"type":"array"}],"default":{"type":"array"}},"type":{"const":"array"}}})"));
}

TEST(LiveTools, AreStrictInAResponsesRequestOnlyWhereTheFileSaysSo) {
  Tool tool = function_tool({{.name = "r", .required = true}});
  PromptyAgent agent;
  agent.tools = {tool};
  EXPECT_EQ(live::responses_request(agent, {})["tools"][0]["strict"], Json(true));
  std::get<FunctionTool>(agent.tools[0].details).strict = std::nullopt;
  EXPECT_EQ(live::responses_request(agent, {})["tools"][0]["strict"], Json(false));
  EXPECT_FALSE(live::chat_request(agent, {})["tools"][0]["function"].contains("strict"));
}

TEST(LiveTools, AreNotStrictAboutStructures) {
  Tool tool = function_tool({{.name = "a", .kind = "array"}, {.name = "r", .required = true}});
  EXPECT_EQ(
      json_text::dump(live::tools_to_wire({tool})[0]["function"]["parameters"]),
      R"({"type":"object","properties":{"a":{"type":"array","items":{}},"r":{"type":"string"}},"required":["r"]})");
  EXPECT_FALSE(live::tools_to_wire({tool})[0]["function"].contains("strict"));
  tool.bindings = Json{{"a", 1}};
  EXPECT_EQ(live::tools_to_wire({tool})[0]["function"]["strict"], Json(true));
}

TEST(LiveResponsesItems, HaveTheBlocksOfTheProvider) {
  EXPECT_EQ(items(user({TextPart{.value = "a"}, ImagePart{.value = "u", .detail = "low"}, FilePart{.value = "f"},
                        AudioPart{.value = "s", .media_type = "audio/wav"}})),
            R"([{"role":"user","content":[{"type":"input_text","text":"a"},)"
            R"({"type":"input_image","image_url":"u","detail":"low"},{"type":"input_file","file_url":"f"},)"
            R"({"type":"input_audio","input_audio":{"data":"s","format":"wav"}}]}])");
  EXPECT_EQ(
      items({.role = "assistant", .content = {TextPart{.value = "a"}, TextPart{.value = "b"}}}),
      R"([{"role":"assistant","content":[{"type":"output_text","text":"a"},{"type":"output_text","text":"b"}]}])");
  EXPECT_EQ(items(user({FilePart{.value = "data:application/pdf;base64,QQ=="}})),
            R"([{"role":"user","content":[{"type":"input_file","filename":"file.pdf",)"
            R"("file_data":"data:application/pdf;base64,QQ=="}]}])");
}

TEST(LiveResponsesItems, AnswerTheStoredCall) {
  Json const call{{"type", "function_call"}, {"call_id", "c"}};
  Message reported{.role = "tool",
                   .content = {TextPart{.value = "b"}},
                   .metadata = Json{{"responses_function_call", call}, {"tool_call_id", "d"}}};
  EXPECT_EQ(Json::parse(items(reported))[1]["call_id"], Json("c"));
  reported.metadata["responses_function_call"].erase("call_id");
  EXPECT_EQ(Json::parse(items(reported))[1]["call_id"], Json("d"));
}

TEST(LiveResponsesRequest, HasFlatToolsAndTheKnownOptions) {
  PromptyAgent agent = agent_with({.temperature = 0.5,
                                   .max_output_tokens = 9,
                                   .seed = 1,
                                   .additional_properties = Json{{"store", false}, {"temperature", 2}, {"tools", 1}}});
  agent.tools = {function_tool({})};
  EXPECT_EQ(live::responses_request(agent, {}),
            Json::parse(R"({"model":"m","input":[],"tools":[{"type":"function","name":"f","parameters":{"type":"object",
                "properties":{},"additionalProperties":false},"strict":true}],"temperature":0.5,"max_output_tokens":9,
                "store":false})"));
}

TEST(LiveEmbeddingRequest, WantsTextsThatSaySomething) {
  auto const refusal = [](std::vector<Message> const& messages) {
    return raised<ValueError>([&] { static_cast<void>(live::embedding_request(PromptyAgent{}, messages)); });
  };
  EXPECT_NE(refusal({}).find("no message has a text part"), std::string::npos);
  EXPECT_NE(refusal({user({TextPart{.value = ""}})}).find("text 1 is empty"), std::string::npos);
  EXPECT_NE(refusal({user({TextPart{.value = "a"}, TextPart{.value = ""}})}).find("text 2 is empty"),
            std::string::npos);
  EXPECT_EQ(live::embedding_request(PromptyAgent{}, {user({TextPart{.value = " "}})})["input"], Json(" "));
}

TEST(LiveImageRequest, LeavesOutTheOptionsOfChat) {
  PromptyAgent const agent = agent_with({.seed = 1, .additional_properties = Json{{"size", "auto"}}});
  EXPECT_EQ(json_text::dump(live::image_request(agent, {user({TextPart{.value = "a"}})})),
            R"({"model":"m","prompt":"a","size":"auto"})");
}

TEST(LiveImageRequest, WantsAPrompt) {
  EXPECT_EQ(live::image_request(agent_with({.additional_properties = Json{{"prompt", "p"}}}), {})["prompt"], Json("p"));
  EXPECT_THROW(static_cast<void>(live::image_request(PromptyAgent{}, {})), ValueError);
}

}  // namespace
}  // namespace prompty::wire_live_openai_test

// What the vectors of requests do not show: the order of members, and the places that errors name.
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/wire/requests.hpp"
#include "reference/support/raised.hpp"

namespace prompty::requests_test {
namespace {

Message said(std::string role, std::string text, Json metadata = Json::object()) {
  return {.role = std::move(role), .content = {TextPart{.value = std::move(text)}}, .metadata = std::move(metadata)};
}

/// An agent with a tool, an output, options of each kind, and additional properties.
PromptyAgent complete_agent() {
  PromptyAgent agent{.name = "foo"};
  agent.model = Model{.id = "m",
                      .options = ModelOptions{.temperature = 0.5,
                                              .max_output_tokens = 9,
                                              .top_p = 0.25,
                                              .top_k = 40,
                                              .frequency_penalty = 0.5,
                                              .presence_penalty = -0.5,
                                              .seed = 42,
                                              .stop_sequences = std::vector<std::string>{"END"},
                                              .additional_properties = Json{{"x", 1}, {"a", false}}}};
  agent.tools = {
      {.name = "t",
       .description = "D",
       .details = FunctionTool{
           .parameters =
               {{.name = "b", .kind = "string", .description = "d", .required = true, .enum_values = {"a", 1}},
                {.name = "a", .kind = "integer"}},
           .strict = true}}};
  agent.outputs = {{.name = "a", .kind = "float", .required = true}};
  return agent;
}

std::vector<Message> messages() {
  return {said("system", "S"), said("user", "Hi", Json{{"name", "bob"}, {"x", 1}})};
}

std::string closed_parameters() {
  return R"({"type":"object","properties":{"b":{"type":"string","description":"d","enum":["a",1]},)"
         R"("a":{"type":"integer"}},"required":["b"],"additionalProperties":false})";
}

std::string closed_outputs() {
  return R"({"type":"object","properties":{"a":{"type":"number"}},"required":["a"],"additionalProperties":false})";
}

TEST(ChatRequest, HasTheOrderOfTheAlgorithm) {
  EXPECT_EQ(
      json_text::dump(openai::chat_request(complete_agent(), messages())),
      R"({"model":"m","messages":[{"role":"system","content":"S"},{"role":"user","name":"bob","x":1,"content":"Hi"}],)"
      R"("temperature":0.5,"max_completion_tokens":9,"top_p":0.25,"frequency_penalty":0.5,"presence_penalty":-0.5,)"
      R"("seed":42,"stop":["END"],"x":1,"a":false,"tools":[{"type":"function","function":{"name":"t",)"
      R"("description":"D","parameters":)" +
          closed_parameters() +
          R"(,"strict":true}}],"response_format":{"type":"json_schema","json_schema":{"name":)"
          R"("structured_output","strict":true,"schema":)" +
          closed_outputs() + "}}}");
}

TEST(ResponsesRequest, HasTheOrderOfTheAlgorithm) {
  EXPECT_EQ(json_text::dump(openai::responses_request(complete_agent(), messages())),
            R"({"model":"m","input":[{"role":"system","content":"S"},{"role":"user","content":"Hi"}],)"
            R"("tools":[{"type":"function","function":{"name":"t","description":"D","parameters":)" +
                closed_parameters() +
                R"(,"strict":true}}],"text":{"format":{"type":"json_schema","name":"structured_output","strict":true,)"
                R"("schema":)" +
                closed_outputs() + "}}}");
}

TEST(AnthropicRequest, HasTheOrderOfTheAlgorithm) {
  EXPECT_EQ(json_text::dump(anthropic::message_request(complete_agent(), messages())),
            R"({"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}],"max_tokens":9,)"
            R"("system":"S","temperature":0.5,"top_p":0.25,"top_k":40,"stop_sequences":["END"],"tools":[{"name":"t",)"
            R"("description":"D","input_schema":{"type":"object","properties":{"b":{"type":"string","description":"d",)"
            R"("enum":["a",1]},"a":{"type":"integer"}},"required":["b"]}}]})");
}

TEST(ImageRequest, HasTheOrderOfTheAlgorithm) {
  EXPECT_EQ(json_text::dump(openai::image_request(complete_agent(), messages())),
            R"({"model":"m","prompt":"Hi","temperature":0.5,"max_completion_tokens":9,"top_p":0.25,)"
            R"("frequency_penalty":0.5,"presence_penalty":-0.5,"seed":42,"stop":["END"],"x":1,"a":false})");
}

TEST(ToolProjection, LeavesASchemaOfAnotherShapeAlone) {
  Json const odd = Json::parse(R"({"type":"object","required":[]})");
  Tool tool{.name = "s", .bindings = Json{{"key", 1}}, .details = OpenApiTool{}};
  tool.offered = std::vector<ToolDefinition>{{.name = "a", .parameters = odd}};
  EXPECT_EQ(wire::tools_to_wire({tool})[0]["function"]["parameters"], odd);
}

TEST(ToolProjection, NamesWhatItCannotOffer) {
  Tool server{.name = "s", .details = McpTool{}};
  EXPECT_EQ(raised<NotImplementedError>([&] {
              static_cast<void>(wire::tools_to_wire({server}));
            }).find("Tool 's': what a tool of kind 'mcp' offers is found out in a turn"),
            0U);
  server.offered = std::vector<ToolDefinition>{{.name = "a", .parameters = Json::object()}};
  EXPECT_EQ(raised<ValueError>([&] {
              static_cast<void>(wire::tools_to_wire({{.name = "a", .details = FunctionTool{}}, server}));
            }).find("Tool 's': a function 'a' is already offered"),
            0U);
}

TEST(Schema, NamesThePropertyThatHasNoType) {
  auto const problem = [](Property const& property) {
    return raised<ValueError>([&] { static_cast<void>(wire::schema_to_wire({property})); });
  };
  EXPECT_EQ(problem({.name = "p", .kind = "vector"}).find("Property 'p': kind 'vector' has no JSON Schema type"), 0U);
  EXPECT_NE(problem({.name = "history", .kind = "thread", .required = true}).find("'history'"), std::string::npos);
}

TEST(Schema, NamesTheUnionThatHasNoOneList) {
  Property const text{.kind = "string"};
  for (Property const& property : {Property{.name = "u", .kind = "union"},
                                   Property{.name = "u", .kind = "union", .one_of = {text}, .any_of = {text}}}) {
    EXPECT_EQ(raised<ValueError>([&] {
                static_cast<void>(wire::schema_to_wire({property}));
              }).find("Property 'u': a union needs either oneOf or anyOf"),
              0U);
  }
}

/// A list of objects with an optional member and a union in it.
Property orders() {
  Property const id{.name = "id", .kind = "union", .any_of = {Property{.kind = "string"}, Property{.kind = "integer"}}};
  Property const note{.name = "note", .kind = "string", .required = true, .enum_values = {"a"}, .nullable = true};
  return {.name = "orders", .kind = "array", .required = true, .items = {{.kind = "object", .properties = {id, note}}}};
}

TEST(Schema, IsStrictAtEveryDepth) {
  RecordProperty("clause", "P7.1.4-22");
  EXPECT_EQ(json_text::dump(wire::schema_to_wire({orders()}, wire::Strictness::everything_required)["properties"]),
            R"({"orders":{"type":"array","items":{"type":"object","properties":{)"
            R"("id":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}]},)"
            R"("note":{"type":["string","null"],"enum":["a",null]}},"required":["id","note"]}}})");
}

TEST(Schema, ThatIsNotStrictRequiresWhatIsRequired) {
  RecordProperty("clause", "P7.1.4-19");
  Json const schema = wire::schema_to_wire({orders()});
  EXPECT_EQ(json_text::dump(schema["properties"]["orders"]["items"]["required"]), R"(["note"])");
  EXPECT_EQ(json_text::dump(schema["properties"]["orders"]["items"]["properties"]["id"]),
            R"({"anyOf":[{"type":"string"},{"type":"integer"}]})");
}

TEST(ChatRequest, HasStrictSchemasByItsEdition) {
  RecordProperty("clause", "P7.1.3-24");
  PromptyAgent agent = complete_agent();
  agent.outputs = {orders()};
  Json const april = openai::chat_request(agent, messages());
  Json const august = openai::chat_request(agent, messages(), Edition::august_2026);
  EXPECT_EQ(json_text::dump(april["tools"][0]["function"]["parameters"]), closed_parameters());
  EXPECT_EQ(json_text::dump(august["tools"][0]["function"]["parameters"]),
            R"({"type":"object","properties":{"b":{"type":"string","description":"d","enum":["a",1]},)"
            R"("a":{"type":["integer","null"]}},"required":["b","a"],"additionalProperties":false})");
  Json const items = august["response_format"]["json_schema"]["schema"]["properties"]["orders"]["items"];
  EXPECT_EQ(items["additionalProperties"], Json(false)) << "P7.10-07";
  EXPECT_EQ(json_text::dump(items["required"]), R"(["id","note"])");
}

TEST(Schema, OfManyPropertiesIsMadeInLinearTime) {
  std::vector<Property> properties;
  for (int index = 0; index < 200'000; ++index)
    properties.push_back({.name = "k" + std::to_string(index), .kind = "string"});
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(wire::schema_to_wire(properties)["properties"].size(), 200'000U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(ChatPart, NamesAMediaTypeThatIsNotAudio) {
  for (char const* const media_type : {"video/mp4", "wav", "audio/", "audio", " ", ";", "audio/;a=1"}) {
    std::string const message = raised<ValueError>(
        [&] { static_cast<void>(openai::part_to_wire(AudioPart{.value = "Q", .media_type = media_type})); });
    EXPECT_NE(message.find(std::string("'") + media_type + "'"), std::string::npos) << message;
  }
}

TEST(AnthropicMessages, HaveBlocksInResultsOfSeveralParts) {
  Message message = said("tool", "1", Json{{"tool_call_id", "c1"}});
  message.content.emplace_back(ImagePart{.value = "QUJD", .media_type = "image/png"});
  EXPECT_EQ(
      json_text::dump(anthropic::messages_to_wire({message})),
      R"([{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"1"},)"
      R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}}]}]}])");
}

TEST(AnthropicMessages, HaveNoEmptyTextBesideCallsAndAnEmptyInputForNoArguments) {
  Json const calls = Json::parse(R"([{"id":"c1","type":"function","function":{"name":"f","arguments":""}}])");
  EXPECT_EQ(json_text::dump(anthropic::messages_to_wire({said("assistant", "", Json{{"tool_calls", calls}})})),
            R"([{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}])");
}

TEST(AnthropicMessages, NameTheIncompleteCallOrResult) {
  auto const refusal = [](std::vector<Message> const& messages) {
    return raised<ValueError>([&] { static_cast<void>(anthropic::messages_to_wire(messages)); });
  };
  auto const calling = [](char const* calls) {
    return said("assistant", "", Json{{"tool_calls", Json::parse(calls)}});
  };
  EXPECT_EQ(refusal({said("user", "a"), said("tool", "1")}).find("messages[1].metadata.tool_call_id is missing"), 0U);
  EXPECT_EQ(refusal({calling("[{}]")}).find("messages[0].metadata.tool_calls[0].function is missing"), 0U);
  EXPECT_EQ(refusal({calling(R"([{"function":{"name":"f","arguments":"{}"}}])")})
                .find("messages[0].metadata.tool_calls[0].id is missing"),
            0U);
  for (char const* const arguments : {"\"[]\"", "\"{\"", "\"1\""}) {
    std::string const call = std::string(R"([{"id":"c1","function":{"name":"f","arguments":)") + arguments + "}}]";
    EXPECT_EQ(refusal({calling(call.c_str())}).find("messages[0].metadata.tool_calls[0].function.arguments must be"),
              0U)
        << arguments;
  }
}

}  // namespace
}  // namespace prompty::requests_test

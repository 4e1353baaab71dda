// What the vectors of loading do not show: the order of members, the texts of errors, and what C++ callers see.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/load/agent_codec.hpp"
#include "prompty/load/codecs.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/typed/json_reader.hpp"
#include "reference/support/raised.hpp"

namespace prompty::codec_test {
namespace {

TEST(AgentCodec, WritesMembersInTheOrderOfTheTables) {
  char const* const full =
      R"({"kind":"prompt","name":"n","displayName":"N","description":"d","metadata":{"authors":["x"],"v":{"a":[2]}},)"
      R"("model":{"id":"m","provider":"acme","apiType":"image","connection":{"kind":"key","endpoint":"E","apiKey":"K"},)"
      R"("options":{"temperature":0.5,"maxOutputTokens":100,"topP":0.9,"topK":40,"frequencyPenalty":-0.5,)"
      R"("presencePenalty":-2.0,"seed":0,"stopSequences":["END","\n"],"allowMultipleToolCalls":false,)"
      R"("additionalProperties":{"x":{"y":[1,null]}}}},)"
      R"("inputs":[{"name":"q","kind":"string","description":"d","required":true,"default":"x","example":0,)"
      R"("enumValues":["a",1]}],"outputs":[{"name":"o","kind":"integer"}],"tools":[{"name":"b","kind":"function",)"
      R"("description":"d","bindings":{"u":"1","n":3},"parameters":[{"name":"a","kind":"string"}],"strict":true},)"
      R"({"name":"p","kind":"prompty","path":"./c.prompty","mode":"agentic"},)"
      R"({"name":"m","kind":"mcp","connection":{"kind":"oauth","endpoint":"E","authenticationMode":"user"},)"
      R"("serverName":"s","approvalMode":{"kind":"always"},"allowedTools":["x","y"]},)"
      R"({"name":"o","kind":"openapi","connection":{"kind":"remote","endpoint":"E","target":"T"},)"
      R"("specification":"./w.json"},{"name":"t","kind":"acme","type":"CustomTool","connection":{"kind":"vault",)"
      R"("path":[1]},"options":{"a":1}}],)"
      R"("template":{"format":{"kind":"mustache","strict":false},"parser":{"kind":"p"}},"instructions":"Body"})";
  EXPECT_EQ(json_text::dump(agent_codec::to_json(agent_codec::from_json(Json::parse(full)))), full);
}

TEST(AgentCodec, KeepsUnknownPropertiesUnderMetadataUnlessTheyAreThere) {
  PromptyAgent const agent = agent_codec::from_frontmatter(
      Json::parse(R"({"foo":{"x":[1]},"bar":2,"kind":7,"instructions":"x","metadata":{"bar":1}})"), "");
  EXPECT_EQ(json_text::dump(agent.metadata), R"({"bar":1,"foo":{"x":[1]}})");
}

TEST(AgentCodec, TakesNullForAbsentInUnknownPropertiesToo) {
  RecordProperty("clause", "P4.2-01");
  EXPECT_EQ(agent_codec::from_frontmatter(Json{{"later", nullptr}}, "x"),
            agent_codec::from_frontmatter(Json::object(), "x"));
  Json const inner = Json::parse(R"({"metadata":{"a":null},"later":{"b":null}})");
  EXPECT_EQ(json_text::dump(agent_codec::from_frontmatter(inner, "x").metadata), R"({"a":null,"later":{"b":null}})");
}

TEST(AgentCodec, KeepsWhatPropertiesHoldByTheEdition) {
  RecordProperty("clause", "P4.12-02");
  char const* const full =
      R"({"kind":"prompt","outputs":[{"name":"o","kind":"object","properties":[{"name":"q","kind":"string"},)"
      R"({"name":"p","kind":"array","nullable":true,"items":{"kind":"array","items":{"kind":"integer"}}}]},)"
      R"({"name":"u","kind":"union","oneOf":[{"kind":"string"}],"anyOf":[{"kind":"boolean","description":"d"}]}],)"
      R"("template":{"format":{"kind":"jinja2"},"parser":{"kind":"prompty"}},"instructions":""})";
  Json const agent = Json::parse(full);
  EXPECT_EQ(json_text::dump(agent_codec::to_json(agent_codec::from_json(agent, Edition::august_2026))), full);
  EXPECT_EQ(json_text::dump(agent_codec::to_json(agent_codec::from_json(agent))["outputs"]),
            R"([{"name":"o","kind":"object"},{"name":"u","kind":"union"}])");
}

TEST(AgentCodec, SpellsOutShortFormsInsideOfProperties) {
  RecordProperty("clause", "P4.12-03");
  Json const agent =
      Json::parse(R"({"kind":"prompt","inputs":[{"name":"o","kind":"object","properties":{"z":3,"a":{}}}]})");
  EXPECT_EQ(json_text::dump(agent_codec::to_json(agent_codec::from_json(agent, Edition::august_2026))["inputs"]),
            R"([{"name":"o","kind":"object","properties":[{"name":"z","kind":"integer","default":3},)"
            R"({"name":"a","kind":"string"}]}])");
}

TEST(AgentCodec, NamesThePlaceOfBranchesThatAreNoList) {
  Json const agent =
      Json::parse(R"({"kind":"prompt","inputs":[{"name":"u","kind":"union","anyOf":{"kind":"string"}}]})");
  EXPECT_EQ(raised<ValueError>([&] {
              static_cast<void>(agent_codec::from_json(agent, Edition::august_2026));
            }).find("inputs[0].anyOf must be a list"),
            0U);
}

TEST(PropertyCodec, FieldsWithNullDescribeNoProperty) {
  RecordProperty("clause", "P4.2-01");
  char const* const inputs = R"({"a":{"kind":null,"x":1},"b":{"kind":null},"c":{"x":null},
                                 "d":{"kind":null,"required":true}})";
  EXPECT_EQ(json_text::dump(property_codec::write(property_codec::read(Json::parse(inputs), "inputs"))),
            R"([{"name":"a","kind":"object","default":{"x":1}},{"name":"b","kind":"string"},)"
            R"({"name":"c","kind":"object","default":{"x":null}},{"name":"d","kind":"string","required":true}])");
}

struct Wrong {
  std::string name;
  char const* frontmatter;
  char const* problem;
};

class WrongProperty : public testing::TestWithParam<Wrong> {};

TEST_P(WrongProperty, IsNamedWithItsPath) {
  Json const frontmatter = Json::parse(GetParam().frontmatter);
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(agent_codec::from_frontmatter(frontmatter, "")); }),
            GetParam().problem);
}

INSTANTIATE_TEST_SUITE_P(
    Frontmatters, WrongProperty,
    testing::Values(Wrong{"Agent", "[]", "The agent must be a mapping, not a list of 0"},
                    Wrong{"Name", R"({"name":7})", "name must be a string, not the number 7"},
                    Wrong{"Template", R"({"template":7})", "template must be a mapping or a string, not the number 7"},
                    Wrong{"Temperature", R"({"model":{"options":{"temperature":"hot"}}})",
                          "model.options.temperature must be a number, not the string \"hot\""},
                    Wrong{"StopSequences", R"({"model":{"options":{"stopSequences":["a",1]}}})",
                          "model.options.stopSequences[1] must be a string, not the number 1"},
                    Wrong{"Connection", R"({"model":{"connection":"E"}})",
                          "model.connection must be a mapping, not the string \"E\""},
                    Wrong{"Endpoint", R"({"model":{"connection":{"kind":"key","endpoint":1}}})",
                          "model.connection.endpoint must be a string, not the number 1"},
                    Wrong{"Inputs", R"({"inputs":"q"})", "inputs must be a list or a mapping, not the string \"q\""},
                    Wrong{"InputOfAList", R"({"inputs":["q"]})", "inputs[0] must be a mapping, not the string \"q\""},
                    Wrong{"InputTwice", R"({"inputs":[{"name":"q"},{"name":"q"}]})",
                          "inputs[1].name: the name 'q' is taken by an earlier entry; names must differ"},
                    Wrong{"Required", R"({"inputs":{"q":{"required":"yes"}}})",
                          "inputs.q.required must be true or false, not the string \"yes\""},
                    Wrong{"Tools", R"({"tools":{"t":{}}})", "tools must be a list, not a mapping"},
                    Wrong{"ToolWithoutName", R"({"tools":[{"kind":"function"}]})",
                          "tools[0].name is missing; give the tool a name"},
                    Wrong{"Mode", R"({"tools":[{"name":"t","kind":"prompty","mode":"loop"}]})",
                          "tools[0].mode must be single or agentic, not 'loop'"},
                    Wrong{"Parameter", R"({"tools":[{"name":"t","kind":"function","parameters":[{"kind":"string"}]}]})",
                          "tools[0].parameters[0].name is missing; give each entry of the list a name"}),
    [](testing::TestParamInfo<Wrong> const& test) { return test.param.name; });

TEST(MessageCodec, NamesWhatIsWrong) {
  auto const problem = [](char const* json) {
    return raised<ValueError>([&] { static_cast<void>(message_codec::read(Json::parse(json), "messages")); });
  };
  EXPECT_EQ(problem("{}"), "messages must be a list, not a mapping");
  EXPECT_EQ(problem(R"([{"content":[]}])"), "messages[0].role is missing; give the message a role");
  EXPECT_EQ(problem(R"([{"role":"user","content":"Hi"}])"),
            "messages[0].content must be a list, not the string \"Hi\"");
  EXPECT_EQ(problem(R"([{"role":"user","content":[{"kind":"video","value":"v"}]}])"),
            "messages[0].content[0].kind must be text, image, audio or file, not 'video'");
  EXPECT_EQ(problem(R"([{"role":"user","content":[{"kind":"text"}]}])"),
            "messages[0].content[0].value is missing; give the content of the part");
  EXPECT_EQ(problem(R"([{"role":"user","content":[],"metadata":[1]}])"),
            "messages[0].metadata must be a mapping, not a list of 1");
}

TEST(MessageCodec, TakesNullForAbsent) {
  std::vector<Message> const messages = message_codec::read(
      Json::parse(
          R"([{"role":"user","content":null,"metadata":null},{"role":"user","content":[{"kind":"image","value":"u","detail":null}]}])"),
      "messages");
  EXPECT_EQ(messages[0], Message{.role = "user"});
  EXPECT_EQ(messages[1].content, std::vector<ContentPart>{ImagePart{.value = "u"}});
}

TEST(ObjectReader, RefusesNumbersThatAreNotWholeOrTooLarge) {
  Json const object = Json::parse(R"({"number":1.5,"big":18446744073709551615,"huge":1e300,"yes":true})");
  ObjectReader const reader(object, "model.options");
  for (char const* const name : {"number", "big", "huge", "yes"}) {
    EXPECT_NE(raised<ValueError>([&] { static_cast<void>(reader.integer(name)); }).find("a whole number of 64 bits"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace prompty::codec_test

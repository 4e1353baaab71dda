#include "prompty/load/tool_codec.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::tool_codec_test {
namespace {

std::string expanded(char const* json) {
  return json_text::dump(tool_codec::write(tool_codec::read(Json::parse(json), "tools")));
}

std::string problem(char const* json) {
  return raised<ValueError>([&] { static_cast<void>(tool_codec::read(Json::parse(json), "tools")); });
}

class ToolCodec : public testing::TestWithParam<char const*> {};

TEST_P(ToolCodec, WritesWhatItRead) {
  EXPECT_EQ(expanded(GetParam()), GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, ToolCodec,
    testing::Values(
        R"([{"name":"b","kind":"function","description":"d","bindings":{"u":"1","n":3},"parameters":[{"name":"a","kind":"string"}],"strict":true},{"name":"a","kind":"function"}])",
        R"([{"name":"t","kind":"prompty","path":"./c.prompty","mode":"agentic"}])",
        R"([{"name":"t","kind":"prompty","path":"./c.prompty","mode":"single"}])",
        R"([{"name":"t","kind":"mcp","connection":{"kind":"reference","name":"r"},"serverName":"s","approvalMode":{"kind":"always"},"allowedTools":["x","y"]}])",
        R"([{"name":"t","kind":"openapi","connection":{"kind":"anonymous","endpoint":"E"},"specification":"./w.json"}])"));

TEST(ToolCodecCustom, KeepsItsKindAndSaysItsType) {
  EXPECT_EQ(
      expanded(R"([{"name":"t","kind":"acme","connection":{"kind":"anonymous","endpoint":"E"},"options":{"a":1}}])"),
      R"([{"name":"t","kind":"acme","type":"CustomTool","connection":{"kind":"anonymous","endpoint":"E"},"options":{"a":1}}])");
  EXPECT_EQ(expanded(R"([{"name":"t","kind":"Function"}])"), R"([{"name":"t","kind":"Function","type":"CustomTool"}])");
}

TEST(ToolCodecErrors, NameTheToolAndTheMember) {
  EXPECT_EQ(problem(R"({"t":{}})"), "tools must be a list, not a mapping");
  EXPECT_EQ(problem(R"([{"kind":"function"}])"), "tools[0].name is missing; give the tool a name");
  EXPECT_EQ(problem(R"([{"name":"","kind":"function"}])"), "tools[0].name is missing; give the tool a name");
  EXPECT_EQ(problem(R"([{"name":"t"}])"),
            "tools[0].kind is missing; give function, prompty, mcp, openapi or a kind of your own");
  EXPECT_EQ(problem(R"([{"name":"t","kind":"a"},{"name":"t","kind":"b"}])"),
            "tools[1].name: the name 't' is taken by an earlier entry; names must differ");
  EXPECT_EQ(problem(R"([{"name":"t","kind":"prompty","mode":"loop"}])"),
            "tools[0].mode must be single or agentic, not 'loop'");
  EXPECT_EQ(problem(R"([{"name":"t","kind":"function","parameters":[{"kind":"string"}]}])"),
            "tools[0].parameters[0].name is missing; give each entry of the list a name");
}

}  // namespace
}  // namespace prompty::tool_codec_test

#include "prompty/tools/mcp_client.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::mcp_result_test {
namespace {

Json read(char const* text) {
  return read_mcp_result(Json::parse(text), "f");
}

TEST(McpResults, AreTheTextsOfTheirPartsLineByLine) {
  EXPECT_EQ(read(R"({"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]})"), "a\nb");
  EXPECT_EQ(read(R"({"content":[{"type":"text","text":"72°F"}],"isError":false})"), "72°F");
  EXPECT_EQ(read(R"({"content":[{"type":"text","text":"x"}],"structuredContent":{"a":1}})"), "x");
}

TEST(McpResults, SayWhatIsNoText) {
  EXPECT_EQ(read(R"({"content":[{"type":"image","mimeType":"image/png","data":"AAAA"}]})"),
            "[image of type image/png, 4 characters in base64]");
  EXPECT_EQ(read(R"({"content":[{"type":"audio","data":"AA"}]})"), "[audio, 2 characters in base64]");
  EXPECT_EQ(read(R"({"content":[{"type":"resource","resource":{"uri":"a:b","text":"inside"}}]})"), "inside");
  EXPECT_EQ(read(R"({"content":[{"type":"resource","resource":{"uri":"a:b","mimeType":"m/t","blob":"A"}}]})"),
            "a:b [resource of type m/t, 1 characters in base64]");
  EXPECT_EQ(read(R"({"content":[{"type":"resource_link","uri":"a:b","name":"n"}]})"), "n: a:b");
  EXPECT_EQ(read(R"({"content":[{"type":"resource_link","uri":"a:b","name":"n","description":"d"}]})"), "n: a:b (d)");
  EXPECT_EQ(read(R"({"content":[{"type":"new","x":1}]})"), R"({"type":"new","x":1})");
}

TEST(McpResults, WithoutPartsAreTheStructuredContent) {
  EXPECT_EQ(read(R"({"content":[],"structuredContent":{"a":1}})"), (Json{{"a", 1}}));
  EXPECT_EQ(read(R"({"structuredContent":{"a":1}})"), (Json{{"a", 1}}));
  EXPECT_EQ(read(R"({"content":[]})"), "");
}

TEST(McpResults, OfAFailureAreErrors) {
  EXPECT_EQ(raised<ValueError>(
                [] { static_cast<void>(read(R"({"content":[{"type":"text","text":"no city"}],"isError":true})")); }),
            "f failed: no city");
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(read(R"({"content":[],"isError":true})")); }),
            "f failed: it does not say why");
}

TEST(McpResults, MustHaveAListOfParts) {
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(read(R"({"content":"text"})")); }),
            "f failed: the content of its result is no list");
}

TEST(McpResults, TakePartsThatAreOutOfShape) {
  EXPECT_EQ(read(R"({"content":[1,null,{"type":5},{"type":"resource"},{"type":"text","text":9}]})"),
            "1\nnull\n{\"type\":5}\n [resource, 0 characters in base64]\n");
}

}  // namespace
}  // namespace prompty::mcp_result_test

#include "prompty/tools/openapi/document.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::openapi::document_test {
namespace {

PromptyAgent agent_in(std::string const& folder) {
  return {.origin = Origin{.file = folder + "/p.prompty"}};
}

TEST(OpenApiDocument, IsBelowTheFolderOfThePrompt) {
  prompty_tests::TemporaryFolder const folder;
  static_cast<void>(folder.write("prompts/apis/a.yaml", "openapi: 3.0.3"));
  PromptyAgent const agent = agent_in(folder.path() + "/prompts");
  EXPECT_EQ(read_file(locate("./apis/a.yaml", agent, "t"), "t", {}), (Json{{"openapi", "3.0.3"}}));
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(locate("../a.yaml", agent, "t")); }),
            "The specification of tool 't' lies outside the folder of the prompt: ../a.yaml; move it there or name it "
            "by URL");
  EXPECT_NE(raised<ValueError>([&] { static_cast<void>(locate("/etc/passwd", agent, "t")); }), "");
}

TEST(OpenApiDocument, HasToBeThere) {
  prompty_tests::TemporaryFolder const folder;
  std::filesystem::path const path = folder.path() + "/a.yaml";
  EXPECT_EQ(raised<FileNotFoundError>([&] { static_cast<void>(read_file(path, "t", {})); }),
            "The specification of tool 't' does not exist: " + path.string());
}

TEST(OpenApiDocument, IsJsonWhenItBeginsLikeAnObject) {
  EXPECT_EQ(read_text("\xEF\xBB\xBF {\"a\": 1}", "s", {}), (Json{{"a", 1}}));
  EXPECT_EQ(read_text("a: 1\nb: [x]\n", "s", {}), Json::parse(R"({"a":1,"b":["x"]})"));
}

TEST(OpenApiDocument, SaysWhereItIsMalformed) {
  std::string const json = raised<ValueError>([] { static_cast<void>(read_text("{\n \"a\": }", "s.json", {})); });
  EXPECT_NE(json.find("Invalid JSON: s.json, line 2"), std::string::npos) << json;
  std::string const yaml = raised<ValueError>([] { static_cast<void>(read_text("a: 1\nb: [x\n", "s.yaml", {})); });
  EXPECT_NE(yaml.find("Invalid YAML: s.yaml, line 3"), std::string::npos) << yaml;
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(read_text("a: \xFF", "s", {})); }), "s# is not UTF-8");
}

TEST(OpenApiDocument, HasLimits) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.write("a.json", "{\"a\": [1, 2, 3]}");
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(read_file(path, "t", {.document_bytes = 8})); }),
            path + " has more than 8 bytes; take out the operations that are not needed");
  EXPECT_NE(raised<ValueError>([&] { static_cast<void>(read_file(path, "t", {.document_values = 3})); }), "");
  EXPECT_NE(raised<ValueError>([&] { static_cast<void>(read_text("a: [1, 2, 3]", "s", {.document_values = 3})); }), "");
}

}  // namespace
}  // namespace prompty::openapi::document_test

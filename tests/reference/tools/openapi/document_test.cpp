#include "prompty/tools/openapi/document.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/tools/openapi/access.hpp"
#include "prompty/tools/openapi/operations.hpp"
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

std::optional<std::string> server_in(char const* servers) {
  Json const document = Json::parse(R"({"openapi":"3.1.0","servers":)" + std::string(servers) + "}");
  Document const specification{.value = document, .source = "api.json"};
  return read_server(root_of(specification));
}

TEST(OpenApiServers, AreTheFirstOnes) {
  EXPECT_EQ(server_in(R"([{"url":"https://a/v1"},{"url":"https://b"}])"), "https://a/v1");
  EXPECT_EQ(server_in("[]"), std::nullopt);
  EXPECT_EQ(server_in("null"), std::nullopt);
}

TEST(OpenApiServers, HaveTheirVariablesAtTheDefaults) {
  EXPECT_EQ(
      server_in(
          R"([{"url":"https://{r}.a/{v}","variables":{"r":{"default":"eu","enum":["eu"]},"v":{"default":"2"}}}])"),
      "https://eu.a/2");
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(server_in(R"([{"url":"https://{r}.a"}])")); }),
            "api.json#/servers/0 names a variable r and does not describe it");
  EXPECT_EQ(
      raised<ValueError>([] { static_cast<void>(server_in(R"([{"url":"https://{r}.a","variables":{"r":{}}}])")); }),
      "api.json#/servers/0/variables/r has no default");
}

TEST(OpenApiServers, AreSeenFromTheDocument) {
  std::string const source = "https://h:1/docs/v1/api.yaml?x=/y";
  EXPECT_EQ(absolute_server("https://a/v1", source), "https://a/v1");
  EXPECT_EQ(absolute_server("/", source), "https://h:1/");
  EXPECT_EQ(absolute_server("/v2", source), "https://h:1/v2");
  EXPECT_EQ(absolute_server("v2", source), "https://h:1/docs/v1/v2");
  EXPECT_EQ(absolute_server("../v2", source), "https://h:1/docs/v2");
  EXPECT_EQ(absolute_server("../../../..", source), "https://h:1");
  EXPECT_EQ(absolute_server("./a", source), "https://h:1/docs/v1/a");
  EXPECT_EQ(absolute_server("//other/v2", source), "https://other/v2");
}

TEST(OpenApiServers, HaveToBeReachable) {
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(absolute_server("/v1", "/p/api.yaml")); }),
            "/p/api.yaml names no server that can be reached ('/v1'): give the tool a connection with an endpoint");
  EXPECT_NE(raised<ValueError>([] { static_cast<void>(absolute_server("ftp://a", "https://h/api.yaml")); }), "");
}

TEST(OpenApiNames, KeepWhatEveryProviderTakes) {
  EXPECT_EQ(valid_name("get_Pet-2"), "get_Pet-2");
}

TEST(OpenApiNames, HaveOneUnderscoreForOtherCharacters) {
  EXPECT_EQ(valid_name("get /pets/{id}"), "get_pets_id");
  EXPECT_EQ(valid_name("pets.find(byName)"), "pets_find_byName");
  EXPECT_EQ(valid_name("größe"), "gr_e");
}

TEST(OpenApiNames, AreNeverEmpty) {
  EXPECT_EQ(valid_name(""), "unnamed");
  EXPECT_EQ(valid_name("/{}"), "unnamed");
}

TEST(OpenApiNames, HaveAtMost64Characters) {
  EXPECT_EQ(valid_name(std::string(65, 'a')), std::string(64, 'a'));
}

TEST(OpenApiNames, BecomeUniqueByANumber) {
  std::set<std::string> taken;
  EXPECT_EQ(unique_name("a", taken), "a");
  EXPECT_EQ(unique_name("a", taken), "a_2");
  EXPECT_EQ(unique_name("/a", taken), "a_3");
  EXPECT_EQ(unique_name(std::string(64, 'b'), taken), std::string(64, 'b'));
  EXPECT_EQ(unique_name(std::string(70, 'b'), taken), std::string(62, 'b') + "_2");
}

}  // namespace
}  // namespace prompty::openapi::document_test

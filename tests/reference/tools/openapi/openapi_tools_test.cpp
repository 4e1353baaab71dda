// Tools of kind openapi from file to answer, against the mock's API.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "mock-provider/server.hpp"
#include "prompty/core/error.hpp"
#include "prompty/pipeline/runtimes.hpp"
#include "reference/support/local_server.hpp"
#include "reference/support/raised.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::openapi::openapi_tools_test {
namespace {

using testing::Contains;
using testing::Key;
using testing::Not;
using testing::Pair;

class HttpOpenApiTools : public testing::Test {
 protected:
  HttpOpenApiTools() {
    std::filesystem::copy_file(
        std::filesystem::path(prompty_tests::repository()) / "tests/reference/tools/openapi/paws.yaml",
        folder.path() + "/paws.yaml");
    details.specification = "paws.yaml";
    details.connection = KeyConnection{.endpoint = server.base_url() + "/s/api", .api_key = "K:1"};
    agent.origin = Origin{.file = folder.path() + "/p.prompty"};
  }

  void play(char const* match, char const* respond) {
    server.put_scenario(
        "s", Json{{"steps", Json::array({Json{{"match", Json::parse(match)}, {"respond", Json::parse(respond)}}})}});
  }

  [[nodiscard]] Tool tool() const { return {.name = "t", .details = details}; }

  [[nodiscard]] Json call(char const* function, char const* arguments) const {
    return std::get<Json>((*runtime->tools->kinds.find("openapi"))(tool(), Json::parse(arguments), agent,
                                                                   Json::object(), {.function = function}));
  }

  [[nodiscard]] std::vector<ToolDefinition> discovered() const {
    return (*runtime->tools->discoveries.find("openapi"))(tool(), agent).functions;
  }

  prompty_tests::TemporaryFolder folder;
  mock_provider::Server server{mock_provider::ServerOptions{}};
  std::unique_ptr<Runtime> runtime = make_runtime(HttpOptions{.read_timeout = std::chrono::seconds(10)});
  OpenApiTool details;
  PromptyAgent agent;
};

TEST_F(HttpOpenApiTools, OfferAndCallOnlyWhatIsAllowed) {
  details.allowed_tools = {"getPet", "search"};
  EXPECT_THAT(discovered(), testing::SizeIs(2));
  EXPECT_NE(raised<ValueError>([&] { static_cast<void>(call("replacePet", "{}")); }).find("replacePet"),
            std::string::npos);
}

TEST_F(HttpOpenApiTools, TellWhatTheyDoNotOffer) {
  EXPECT_THAT((*runtime->tools->discoveries.find("openapi"))(tool(), agent).warnings,
              Contains(testing::HasSubstr("PUT /pets/{id}/photo is not offered")));
}

TEST_F(HttpOpenApiTools, SendWhatTheDocumentSays) {
  play(R"({"method":"PUT","path":"/api/pets/7"})", R"({"body":{"name":"Rex"}})");
  EXPECT_EQ(call("replacePet", R"({"id":"7","body":{"name":"Rex","tags":["a"]}})"), Json::parse(R"({"name":"Rex"})"));
  mock_provider::JournalEntry const request = server.requests("s").at(0);
  EXPECT_EQ(request.body, R"({"name":"Rex","tags":["a"]})");
  EXPECT_THAT(request.headers, Contains(Pair("X-Paws-Key", "K:1")));
  EXPECT_THAT(request.headers, Contains(Pair("Content-Type", "application/json")));
}

TEST_F(HttpOpenApiTools, SendQueriesWithoutCredentialsWhereNoneAreNeeded) {
  play(R"({"method":"GET","path":"/api/search"})", R"({"body":[]})");
  EXPECT_EQ(call("search", R"({"q":"a&b","kinds":["pet","vet"],"locale":"de"})"), Json::array());
  mock_provider::JournalEntry const request = server.requests("s").at(0);
  EXPECT_EQ(request.query, "q=a%26b&kinds=pet%7Cvet");
  EXPECT_THAT(request.headers, Contains(Pair("Cookie", "locale=de")));
  EXPECT_THAT(request.headers, Not(Contains(Key("X-Paws-Key"))));
  EXPECT_THAT(request.headers, Not(Contains(Key("Authorization"))));
}

TEST_F(HttpOpenApiTools, SendTokensWhereTheyAreTaken) {
  details.connection = OAuthConnection{.endpoint = server.base_url() + "/s/api", .authentication_mode = "user"};
  runtime->connections->token_sources.add("oauth",
                                          std::make_shared<TokenSource>([](Connection const&) { return "T"; }));
  play(R"({"method":"DELETE","path":"/api/pets/7"})", R"({"status":200,"body":{}})");
  EXPECT_EQ(call("delete_pets_id", R"({"id":"7"})"), Json::object());
  EXPECT_THAT(server.requests("s").at(0).headers, Contains(Pair("Authorization", "Bearer T")));
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(call("getPet", R"({"id":"7"})")); }),
            "getPet of tool 't' is secured in no way that a bearer token serves; see its security schemes");
}

TEST_F(HttpOpenApiTools, KnowTheirFunctionsOnly) {
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(call("eatPet", "{}")); }),
            "The specification of tool 't' has no operation 'eatPet'");
}

TEST_F(HttpOpenApiTools, NoticeThatAFileHasChanged) {
  details.specification = "own.json";
  std::string const path = folder.write("own.json", R"({"openapi":"3.1.0","paths":{"/a":{"get":{}}}})");
  EXPECT_EQ(discovered().at(0).name, "get_a");
  std::filesystem::file_time_type const written = std::filesystem::last_write_time(path);
  static_cast<void>(folder.write("own.json", R"({"openapi":"3.1.0","paths":{"/b":{"get":{}}}})"));
  std::filesystem::last_write_time(path, written);
  EXPECT_EQ(discovered().at(0).name, "get_a");
  std::filesystem::last_write_time(path, written + std::chrono::seconds(1));
  EXPECT_EQ(discovered().at(0).name, "get_b");
}

TEST_F(HttpOpenApiTools, ReadADocumentFromItsUrlOnceAndCallItsServer) {
  LocalServer<httplib::Server> host;
  int requested = 0;
  std::string seen;
  host.server.Get("/docs/api.json", [&](httplib::Request const&, httplib::Response& response) {
    ++requested;
    response.set_content(
        R"({"openapi":"3.1.0","servers":[{"url":"../v2"}],"paths":{"/a/{b}":{"get":{"operationId":"f"}}}})",
        "application/json");
  });
  host.server.Get(R"(/v2/a/.*)", [&](httplib::Request const& request, httplib::Response& response) {
    seen = request.target + request.get_header_value("Authorization");
    response.set_content("here", "text/plain");
  });
  host.start();
  details.specification = "http://" + host.address() + "/docs/api.json";
  details.connection = std::nullopt;
  EXPECT_EQ(discovered().at(0).name, "f");
  EXPECT_EQ(call("f", R"({"b":"x/y"})"), Json("here"));
  EXPECT_EQ(seen, "/v2/a/x%2Fy");
  EXPECT_EQ(requested, 1);
}

TEST_F(HttpOpenApiTools, DoNotTakeAnErrorForADocument) {
  LocalServer<httplib::Server> host;
  host.start();
  details.specification = "http://" + host.address() + "/api.json";
  EXPECT_EQ(raised<ExecuteError>([&] { static_cast<void>(discovered()); }),
            *details.specification +
                " answered with status 404 instead of an OpenAPI document; it is fetched without "
                "credentials and redirects are not followed");
}

TEST_F(HttpOpenApiTools, DoNotFollowRedirectsWithCredentials) {
  LocalServer<httplib::Server> host;
  bool was_followed = false;
  host.server.Get("/pets/7",
                  [](httplib::Request const&, httplib::Response& response) { response.set_redirect("/elsewhere"); });
  host.server.Get("/elsewhere", [&](httplib::Request const&, httplib::Response&) { was_followed = true; });
  host.start();
  details.connection = KeyConnection{.endpoint = "http://" + host.address(), .api_key = "K"};
  EXPECT_NE(raised<ExecuteError>([&] {
              static_cast<void>(call("getPet", R"({"id":"7"})"));
            }).find("points to /elsewhere, which is not followed"),
            std::string::npos);
  EXPECT_FALSE(was_followed);
}

}  // namespace
}  // namespace prompty::openapi::openapi_tools_test

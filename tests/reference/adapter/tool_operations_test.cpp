#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "adapter/reference_adapter.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::tool_operations_test {
namespace {

using adapter::Json;

Json answer(char const* method, Json const& params) {
  static adapter::ReferenceAdapter const adapter;
  return adapter.answer(Json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
}

Json agent_with(Json const& tool) {
  return Json{{"kind", "prompt"},
              {"model", Json{{"id", "m"}, {"provider", "openai"}}},
              {"tools", Json::array({tool})},
              {"instructions", ""}};
}

Json const search_server = Json{{"name", "search"}, {"kind", "mcp"}, {"serverName", "search"}};
Json const strict_function =
    Json::parse(R"({"name":"f","kind":"function","strict":true,"parameters":[{"name":"a","kind":"string"}]})");

TEST(ToolOperations, ProjectWhatWasDiscovered) {
  Json const found =
      Json::parse(R"([{"name":"find","description":"d","parameters":{"type":"object","properties":{}}}])");
  EXPECT_EQ(answer("project_tools",
                   Json{{"agent", agent_with(search_server)}, {"discovered", Json{{"search", found}}}})["result"]
                .dump(),
            R"({"tools":[{"type":"function","function":{"name":"find","description":"d","parameters":)"
            R"({"type":"object","properties":{}}}}]})");
  EXPECT_EQ(answer("project_tools", Json{{"agent", agent_with(search_server)},
                                         {"discovered", Json{{"search", Json::array()}}}})["result"]
                .dump(),
            R"({"tools":null})");
}

TEST(ToolOperations, RefuseToolsThatNobodyDiscovered) {
  EXPECT_EQ(answer("project_tools", Json{{"agent", agent_with(search_server)}})["error"]["data"]["kind"],
            Json("NotImplementedError"));
}

TEST(ToolOperations, ReadTheListOfWhatWasDiscovered) {
  Json const agent = agent_with(search_server);
  EXPECT_EQ(answer("project_tools", Json{{"agent", agent}, {"discovered", Json{{"search", 1}}}})["error"]["code"],
            Json(-32602));
  EXPECT_EQ(
      answer("project_tools",
             Json{{"agent", agent}, {"discovered", Json{{"search", Json::array({Json::object()})}}}})["error"]["code"],
      Json(-32602));
}

TEST(ToolOperations, FindChildPromptsInTheFolderOfTheRequest) {
  prompty_tests::TemporaryFolder const folder;
  static_cast<void>(folder.write("child.prompty", "---\ninputs:\n  text: {kind: string}\n---\nHi"));
  Json const agent = agent_with(Json{{"name", "c"}, {"kind", "prompty"}, {"path", "child.prompty"}});
  EXPECT_EQ(answer("build_request", Json{{"agent", agent},
                                         {"messages", Json::array()},
                                         {"baseDir", folder.path()}})["result"]["body"]["tools"][0]["function"]
                .dump(),
            R"({"name":"c","parameters":{"type":"object","properties":{"text":{"type":"string"}}}})");
}

TEST(ToolOperations, FollowTheProfileOfTheRequest) {
  Json params{{"agent", agent_with(strict_function)}};
  EXPECT_FALSE(answer("project_tools", params)["result"]["tools"][0]["function"]["parameters"].contains("required"));
  params["options"] = Json{{"profile", "live"}};
  EXPECT_EQ(answer("project_tools", params)["result"]["tools"][0]["function"]["parameters"]["required"],
            Json::array({"a"}));
  params["options"] = Json{{"profile", "lenient"}};
  EXPECT_EQ(answer("project_tools", params)["error"]["code"], Json(-32602));
}

}  // namespace
}  // namespace prompty::tool_operations_test

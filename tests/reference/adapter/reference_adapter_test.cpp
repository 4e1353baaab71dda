#include "adapter/reference_adapter.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

namespace prompty::reference_adapter_test {
namespace {

using adapter::Json;
using testing::UnorderedElementsAreArray;

Json answer(char const* method, Json const& params) {
  static adapter::ReferenceAdapter const adapter;
  return adapter.answer(Json{{"jsonrpc", "2.0"}, {"id", 7}, {"method", method}, {"params", params}});
}

Json result(char const* method, char const* params) {
  return answer(method, Json::parse(params)).value("result", Json());
}

int code(Json const& response) {
  return response.contains("error") ? response["error"]["code"].get<int>() : 0;
}

constexpr char const* chat_agent =
    R"({"kind":"prompt","model":{"id":"m","provider":"openai","apiType":"chat"},"instructions":""})";

TEST(ReferenceAdapter, IntroducesItself) {
  Json const capabilities =
      result("initialize", R"({"protocolVersion":6,"suite":{"name":"s","version":"1"},"scratch":"/tmp"})");
  EXPECT_EQ(capabilities["protocolVersion"], Json(6));
  EXPECT_EQ(capabilities["implementation"]["name"], Json("prompty-reference"));
  EXPECT_EQ(capabilities["implementation"]["language"], Json("C++"));
  EXPECT_EQ(
      capabilities["operations"],
      Json::parse(
          R"(["split","load","validate_inputs","render","parse","prepare","build_request","project_tools","process","process_stream","execute","run","invoke","turn","registry","dispatch","lookup","messages_to_wire","messages_from_wire","run_tools","converse","bind_tools"])"));
  // The schema of the protocol holds the names.
  std::ifstream file(prompty_tests::repository() + "/vectors/schema/protocol.schema.json");
  Json const features = Json::parse(file)["definitions"]["Capabilities"]["properties"]["features"]["items"]["enum"];
  std::vector<std::string> declared = capabilities["features"].get<std::vector<std::string>>();
  // Only the later edition knows results with parts.
  declared.emplace_back("rich-results");
  EXPECT_THAT(declared, UnorderedElementsAreArray(features.get<std::vector<std::string>>()));
  EXPECT_EQ(capabilities["maxInFlight"], Json(adapter::max_in_flight));
  EXPECT_EQ(code(answer("initialize", Json{{"protocolVersion", 2}})), -32602);
}

/// What an adapter of its own answers to `initialize` with these editions, and then to the other requests.
std::vector<Json> answers_by(Json const& editions, std::vector<std::pair<std::string, Json>> const& requests) {
  adapter::ReferenceAdapter const own;
  std::vector<Json> answers;
  auto const ask = [&](std::string const& method, Json const& params) {
    Json response = own.answer(Json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
    answers.push_back(response.contains("result") ? response["result"] : response["error"]["data"]);
  };
  ask("initialize", Json{{"protocolVersion", 6}, {"editions", editions}});
  for (auto const& [method, params] : requests) ask(method, params);
  return answers;
}

TEST(ReferenceAdapter, SpeaksTheNewestEditionThatIsOffered) {
  Json const get_handler = Json::parse(R"({"steps":[{"do":"get_tool_handler","kind":"prompty"}]})");
  Json const call =
      Json::parse(R"({"tool":{"name":"s","kind":"prompty","path":"x.prompty"},"call":{"name":"s","arguments":"{}"}})");
  struct Case {
    char const* offered;
    bool has_prompts;
  };
  for (Case const& one : {Case{R"(["2026-04"])", true}, Case{R"(["2026-04","2026-08"])", false},
                          Case{R"(["2026-08"])", false}, Case{R"(["2031-01"])", true}}) {
    std::vector<Json> const answers =
        answers_by(Json::parse(one.offered), {{"registry", get_handler}, {"dispatch", call}});
    EXPECT_EQ(answers[0]["editions"], Json::parse(R"(["2026-04","2026-08"])"));
    std::set<std::string> const features = answers[0]["features"].get<std::set<std::string>>();
    EXPECT_EQ(features.contains("prompty-tools"), one.has_prompts) << one.offered;
    EXPECT_EQ(features.contains("rich-results"), !one.has_prompts) << one.offered;
    EXPECT_EQ(answers[1], one.has_prompts ? Json::parse(R"([{"handler":true}])") : Json::parse("[null]"));
    EXPECT_EQ(answers[2]["kind"], Json(one.has_prompts ? "FileNotFoundError" : "ValueError")) << answers[2];
    if (one.has_prompts) continue;
    EXPECT_EQ(answers[2]["message"], Json("No handler registered for tool: s (kind: prompty)"));
  }
}

TEST(ReferenceAdapter, BuildsRequestsByTheProfile) {
  Json params = Json::parse(R"({"agent":{"kind":"prompt","model":{"id":"m","provider":"openai","apiType":"responses",)"
                            R"("options":{"temperature":0.5}},"instructions":""},"messages":[]})");
  EXPECT_EQ(answer("build_request", params)["result"]["body"].dump(), R"({"model":"m","input":[]})");
  params["options"]["profile"] = "live";
  EXPECT_EQ(answer("build_request", params)["result"]["body"].dump(), R"({"model":"m","input":[],"temperature":0.5})");
  params["options"]["profile"] = "lenient";
  EXPECT_EQ(code(answer("build_request", params)), -32602);
}

TEST(ReferenceAdapter, TellsUnknownMethodsFromWrongParams) {
  EXPECT_EQ(code(answer("frob", Json::object())), -32601);
  EXPECT_EQ(code(answer("split", Json::object())), -32602);
  EXPECT_EQ(code(answer("split", Json{{"text", 7}})), -32602);
  EXPECT_EQ(code(answer("split", Json::array())), -32602);
  EXPECT_EQ(code(answer("build_request", Json{{"agent", "a"}, {"messages", Json::array()}})), -32602);
  EXPECT_EQ(code(answer("process", Json{{"agent", Json::object()}})), -32602);
  EXPECT_EQ(code(answer("process_stream", Json{{"agent", Json::object()}, {"chunks", "a"}})), -32602);
  EXPECT_EQ(code(answer("process", Json{{"agent", Json::parse(chat_agent)}, {"response", 1}, {"variant", "later"}})),
            -32602);
}

TEST(ReferenceAdapter, SaysWhatItCannotHonour) {
  EXPECT_EQ(code(answer("split", Json{{"text", "a"}, {"trace", true}})), -32001);
  EXPECT_EQ(code(answer("split", Json{{"text", "a"}, {"stream", true}})), -32001);
  EXPECT_EQ(code(answer("split", Json{{"text", "a"}, {"register", Json{{"writers", Json::object()}}}})), -32602);
  EXPECT_EQ(code(answer("split", Json{{"text", "a"}, {"trace", false}, {"register", Json::object()}})), 0);
}

TEST(ReferenceAdapter, AnswersOnlyRequests) {
  adapter::ReferenceAdapter const adapter;
  EXPECT_EQ(adapter.answer(Json::parse(R"({"jsonrpc":"2.0","method":"shutdown"})")), Json(nullptr));
  for (char const* const text :
       {"[]", "{}", "7", R"({"jsonrpc":"1.0","id":1,"method":"split"})", R"({"jsonrpc":"2.0","id":1,"method":7})",
        R"({"jsonrpc":"2.0","id":{},"method":"split"})"}) {
    EXPECT_EQ(code(adapter.answer(Json::parse(text))), -32600) << text;
  }
}

TEST(ThreadsReferenceAdapter, AnswersManyThreadsAtOnce) {
  adapter::ReferenceAdapter const adapter;
  std::vector<std::thread> threads;
  std::vector<int> right(8, 0);
  for (std::size_t number = 0; number < right.size(); ++number) {
    threads.emplace_back([&adapter, &right, number] {
      for (int round = 0; round < 200; ++round) {
        std::string const body = std::to_string(number);
        Json const request{{"jsonrpc", "2.0"}, {"id", round}, {"method", "split"}, {"params", Json{{"text", body}}}};
        if (adapter.answer(request)["result"]["body"] == Json(body)) ++right[number];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(8, 200));
}

}  // namespace
}  // namespace prompty::reference_adapter_test

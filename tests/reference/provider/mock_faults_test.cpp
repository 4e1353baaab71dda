// Every fault of the mock provider thrown at the executors: the right kind of error within the time limit, and never
// half an answer for a whole one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/server.hpp"
#include "prompty/core/error.hpp"
#include "prompty/pipeline/run.hpp"

namespace prompty::mock_faults_test {
namespace {

/// What is waited for a piece of an answer; a test ends long before a fault that waits for the client would.
constexpr std::chrono::milliseconds patience{300};

struct Case {
  char const* name;
  char const* fault;
  char const* whole;     ///< the kind of error for a whole answer, "" when it is understood all the same
  char const* streamed;  ///< the same for a stream
};

void PrintTo(Case const& tested, std::ostream* out) {
  *out << tested.name;
}

std::vector<Case> every_fault() {
  return {
      {"Cut", R"({"kind": "cut", "afterBytes": 20})", "ConnectionError", "ConnectionError"},
      {"CutBeforeTheBody", R"({"kind": "cut"})", "ConnectionError", "ConnectionError"},
      // Everything has arrived, [DONE] too: what is missing is only the last chunk of HTTP.
      {"CutAtTheEnd", R"({"kind": "cut", "afterBytes": 100000})", "", ""},
      {"CutAfterAnEvent", R"({"kind": "cut", "afterFrames": 2})", "", "ConnectionError"},
      {"Reset", R"({"kind": "cut", "afterBytes": 20, "end": "reset"})", "ConnectionError", "ConnectionError"},
      {"ResetBetweenEvents", R"({"kind": "cut", "afterFrames": 2, "end": "reset"})", "", "ConnectionError"},
      {"Stall", R"({"kind": "stall", "afterBytes": 20})", "ConnectionError", "ConnectionError"},
      {"StallBeforeTheBody", R"({"kind": "stall"})", "ConnectionError", "ConnectionError"},
      {"Silence", R"({"kind": "silence"})", "ConnectionError", "ConnectionError"},
      {"NoAnswer", R"({"kind": "silence", "end": "close"})", "ConnectionError", "ConnectionError"},
      {"ResetWithoutAnswer", R"({"kind": "silence", "end": "reset"})", "ConnectionError", "ConnectionError"},
      {"TruncatedJson", R"({"kind": "truncatedJson"})", "ValueError", "ConnectionError"},
      {"EmptyBody", R"({"kind": "truncatedJson", "keepBytes": 0})", "ValueError", "ConnectionError"},
      {"HtmlErrorPage", R"({"kind": "html"})", "ExecuteError", "ExecuteError"},
      {"HtmlPage", R"({"kind": "html", "status": 200})", "ValueError", "ValueError"},
      {"WrongContentType", R"({"kind": "wrongContentType"})", "", "ValueError"},
      {"MalformedEvent", R"({"kind": "malformedEvent"})", "", "ValueError"},
      {"ErrorEvent", R"({"kind": "errorEvent"})", "", "ExecuteError"},
      {"HugeBody", R"({"kind": "hugeBody", "bytes": 4000000})", "", ""},
      {"Drip", R"({"kind": "drip", "bytes": 50, "everyMs": 2})", "", ""},
      {"SplitCharacters", R"({"kind": "split"})", "", ""},
      {"SplitLineEnds", R"({"kind": "split", "inside": "lineEnd"})", "", ""},
  };
}

/// The kind of error that the action ends in, "" for none.
template <class Action>
std::string kind_of_error(Action&& action) {
  try {
    action();
  } catch (Error const& error) {
    EXPECT_STRNE(error.what(), "");
    return std::string(error.kind());
  }
  return "";
}

class HttpMockFaults : public testing::TestWithParam<Case> {
 protected:
  HttpMockFaults() {
    openai.model = Model{.id = "gpt-4o",
                         .provider = "openai",
                         .connection = KeyConnection{.endpoint = server.base_url() + "/s/v1", .api_key = "K"}};
    anthropic.model = Model{.id = "claude",
                            .provider = "anthropic",
                            .connection = KeyConnection{.endpoint = server.base_url() + "/s", .api_key = "K"}};
  }

  /// Has the mock spoil its next answer, which says `text`.
  void spoil(std::string const& said) {
    Json respond = Json::parse(said);
    respond["fault"] = Json::parse(GetParam().fault);
    server.put_scenario("s", Json{{"steps", Json::array({Json{{"respond", respond}}})}});
  }

  void expect_whole(PromptyAgent const& agent) {
    spoil(R"({"text": "It is 72°F."})");
    Outcome outcome;
    EXPECT_EQ(kind_of_error([&] { outcome = run(agent, messages, *runtime); }), GetParam().whole);
    Outcome const expected = Text{.value = GetParam().whole == std::string() ? "It is 72°F." : ""};
    EXPECT_EQ(outcome, expected);
  }

  mock_provider::Server server{mock_provider::ServerOptions{}};
  std::unique_ptr<Runtime> runtime = make_runtime(HttpOptions{.read_timeout = patience});
  PromptyAgent openai;
  PromptyAgent anthropic;
  std::vector<Message> const messages = {{.role = "user", .content = {TextPart{.value = "Hi"}}}};
};

TEST_P(HttpMockFaults, EndInTheRightErrorForAWholeChatAnswer) {
  expect_whole(openai);
}

TEST_P(HttpMockFaults, EndInTheRightErrorForAWholeMessage) {
  expect_whole(anthropic);
}

TEST_P(HttpMockFaults, EndInTheRightErrorForAChatStream) {
  spoil(R"({"chunks": [{"choices": [{"delta": {"role": "assistant", "content": ""}}]},
                       {"choices": [{"delta": {"content": "It is "}}]}, {"choices": [{"delta": {"content": "72°F."}}]},
                       {"choices": [{"delta": {}, "finish_reason": "stop"}]}]})");
  Outcome outcome;
  std::string const kind = kind_of_error([&] {
    ItemStream items = run_stream(openai, messages, *runtime);
    outcome = whole_outcome(items);
  });
  EXPECT_EQ(kind, GetParam().streamed);
  EXPECT_EQ(outcome, Outcome(Text{.value = kind.empty() ? "It is 72°F." : ""}));
}

INSTANTIATE_TEST_SUITE_P(All, HttpMockFaults, testing::ValuesIn(every_fault()),
                         [](testing::TestParamInfo<Case> const& tested) { return std::string(tested.param.name); });

class HttpMockErrors : public testing::TestWithParam<int> {};

TEST_P(HttpMockErrors, AreExecuteErrorsWithTheirStatus) {
  mock_provider::Server server{mock_provider::ServerOptions{}};
  std::unique_ptr<Runtime> const runtime = make_runtime(HttpOptions{.read_timeout = patience});
  for (std::string const provider : {"openai", "anthropic"}) {
    server.put_scenario("s", Json{{"steps", {{{"respond", {{"error", {{"status", GetParam()}}}}}}}}});
    PromptyAgent agent;
    agent.model = Model{.id = "m",
                        .provider = provider,
                        .connection = KeyConnection{.endpoint = server.base_url() + "/s", .api_key = "K"}};
    std::vector<Message> const messages = {{.role = "user", .content = {TextPart{.value = "Hi"}}}};
    try {
      static_cast<void>(run(agent, messages, *runtime));
      ADD_FAILURE() << "no error came";
    } catch (ExecuteError const& error) {
      EXPECT_EQ(error.status(), GetParam());
      EXPECT_FALSE(error.request_id().empty());
    }
    EXPECT_EQ(server.requests("s").size(), 1U);
  }
}

INSTANTIATE_TEST_SUITE_P(All, HttpMockErrors, testing::Values(400, 401, 403, 404, 413, 429, 500, 502, 503, 529),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace prompty::mock_faults_test

// Every fault of the mock provider thrown at the executors: the right kind of error within the time limit, and never
// half an answer for a whole one.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/server.hpp"
#include "prompty/core/error.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/transport/http_transport.hpp"

namespace prompty::mock_faults_test {
namespace {

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
      // The mock answers 400 when a fault of streams stands in a whole answer.
      {"CutAfterAnEvent", R"({"kind": "cut", "afterFrames": 2})", "ExecuteError", "ConnectionError"},
      {"Reset", R"({"kind": "cut", "afterBytes": 20, "end": "reset"})", "ConnectionError", "ConnectionError"},
      {"ResetBetweenEvents", R"({"kind": "cut", "afterFrames": 2, "end": "reset"})", "ExecuteError", "ConnectionError"},
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
      {"MalformedEvent", R"({"kind": "malformedEvent"})", "ExecuteError", "ValueError"},
      {"ErrorEvent", R"({"kind": "errorEvent"})", "ExecuteError", "ExecuteError"},
      {"HugeBody", R"({"kind": "hugeBody", "bytes": 4000000})", "", ""},
      {"Drip", R"({"kind": "drip", "bytes": 50, "everyMs": 2})", "", ""},
      {"SplitCharacters", R"({"kind": "split"})", "", ""},
      {"SplitLineEnds", R"({"kind": "split", "inside": "lineEnd"})", "", ""},
  };
}

/// How long a client waits for a piece of an answer: no longer than it must where nothing more will come.
std::chrono::milliseconds patience_with(Case const& tested) {
  Json const kind = Json::parse(tested.fault).at("kind");
  return kind == "stall" || kind == "silence" ? std::chrono::milliseconds(300) : std::chrono::seconds(20);
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

/// A provider's interface, and a stream of it that says what the whole answer says.
struct Interface {
  char const* name;
  char const* provider;
  char const* api_type;
  char const* path;
  char const* stream;
};

void PrintTo(Interface const& requested, std::ostream* out) {
  *out << requested.name;
}

std::vector<Interface> every_interface() {
  return {
      {"Chat", "openai", "chat", "/v1",
       R"([{"choices": [{"delta": {"role": "assistant", "content": ""}}]},
           {"choices": [{"delta": {"content": "It is "}}]}, {"choices": [{"delta": {"content": "72°F."}}]},
           {"choices": [{"delta": {}, "finish_reason": "stop"}]}])"},
      {"Responses", "openai", "responses", "/v1",
       R"([{"type": "response.created", "response": {"id": "r", "status": "in_progress", "output": []}},
           {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "It is "},
           {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "72°F."},
           {"type": "response.completed", "response": {"id": "r", "status": "completed"}}])"},
      {"Messages", "anthropic", "chat", "",
       R"([{"type": "message_start", "message": {"id": "m", "role": "assistant", "content": []}},
           {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
           {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "It is "}},
           {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "72°F."}},
           {"type": "content_block_stop", "index": 0},
           {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 5}},
           {"type": "message_stop"}])"},
  };
}

/// Longer than any of these takes, and far shorter than a fault that waits for the client would last.
constexpr std::chrono::seconds time_limit{60};

/// An agent of that interface, and a mock provider whose next answer is spoilt.
class SpoiltProvider {
 public:
  explicit SpoiltProvider(Interface const& requested, HttpOptions options = {})
      : requested_(requested), runtime_(make_runtime(std::move(options))) {
    agent_.model = Model{.id = "m",
                         .provider = requested.provider,
                         .api_type = requested.api_type,
                         .connection = KeyConnection{.endpoint = endpoint(), .api_key = "K"}};
  }

  [[nodiscard]] std::string endpoint() const { return server_.base_url() + "/s" + requested_.path; }

  void play(Json const& respond) {
    server_.put_scenario("s", Json{{"steps", Json::array({Json{{"respond", respond}}})}});
  }
  void spoil_whole(Json const& fault) { play({{"text", "It is 72°F."}, {"fault", fault}}); }
  void spoil_stream(Json const& fault) { play({{"chunks", Json::parse(requested_.stream)}, {"fault", fault}}); }

  /// What a whole answer comes to, an empty text when it is an error, which must be of that kind ("" for none).
  void expect_whole(std::string const& kind) {
    expect([&] { return run(agent_, messages_, *runtime_); }, kind);
  }

  void expect_streamed(std::string const& kind) {
    expect(
        [&] {
          ItemStream items = run_stream(agent_, messages_, *runtime_);
          return whole_outcome(items);
        },
        kind);
  }

  /// The stream as it goes over the wire when nothing is wrong with it.
  [[nodiscard]] std::string stream_bytes() {
    play({{"chunks", Json::parse(requested_.stream)}});
    std::string const path = requested_.api_type == std::string("responses") ? "/responses"
                             : requested_.provider == std::string("openai")  ? "/chat/completions"
                                                                             : "/v1/messages";
    return HttpTransport()
        .send({.method = "POST", .url = endpoint() + path, .headers = {}, .body = R"({"model": "m", "stream": true})"})
        .body;
  }

 private:
  template <class Ask>
  void expect(Ask&& ask, std::string const& kind) {
    std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
    Outcome outcome = Text{.value = ""};
    EXPECT_EQ(kind_of_error([&] { outcome = ask(); }), kind);
    EXPECT_EQ(outcome, Outcome(Text{.value = kind.empty() ? "It is 72°F." : ""}));
    EXPECT_LT(std::chrono::steady_clock::now() - start, time_limit);
  }

  Interface const requested_;
  mock_provider::Server server_{mock_provider::ServerOptions{}};
  std::unique_ptr<Runtime> const runtime_;
  std::vector<Message> const messages_ = {{.role = "user", .content = {TextPart{.value = "Hi"}}}};
  PromptyAgent agent_;
};

class HttpMockFaults : public testing::TestWithParam<std::tuple<Interface, Case>> {
 protected:
  Case const tested = std::get<Case>(GetParam());
  SpoiltProvider provider{std::get<Interface>(GetParam()), {.read_timeout = patience_with(tested)}};
};

TEST_P(HttpMockFaults, EndInTheRightErrorForAWholeAnswer) {
  provider.spoil_whole(Json::parse(tested.fault));
  provider.expect_whole(tested.whole);
}

TEST_P(HttpMockFaults, EndInTheRightErrorForAStream) {
  provider.spoil_stream(Json::parse(tested.fault));
  provider.expect_streamed(tested.streamed);
}

INSTANTIATE_TEST_SUITE_P(All, HttpMockFaults,
                         testing::Combine(testing::ValuesIn(every_interface()), testing::ValuesIn(every_fault())),
                         [](testing::TestParamInfo<std::tuple<Interface, Case>> const& tested) {
                           return std::string(std::get<Interface>(tested.param).name) +
                                  std::get<Case>(tested.param).name;
                         });

class HttpMockCuts : public testing::TestWithParam<Interface> {};

TEST_P(HttpMockCuts, NeverMakeAnAnswerOfAPartOfAStream) {
  SpoiltProvider provider(GetParam());
  std::size_t const size = provider.stream_bytes().size();
  ASSERT_GT(size, 200U);
  for (std::size_t bytes = 0; bytes <= size; ++bytes) {
    SCOPED_TRACE(bytes);
    provider.spoil_stream({{"kind", "cut"}, {"afterBytes", bytes}});
    provider.expect_streamed(bytes == size ? "" : "ConnectionError");
  }
}

INSTANTIATE_TEST_SUITE_P(All, HttpMockCuts, testing::ValuesIn(every_interface()),
                         [](testing::TestParamInfo<Interface> const& requested) {
                           return std::string(requested.param.name);
                         });

class HttpMockErrors : public testing::TestWithParam<int> {
 protected:
  /// The outcome of both kinds of request; the server gets one of each.
  void expect_refusal(Interface const& requested) {
    mock_provider::Server server{mock_provider::ServerOptions{}};
    std::unique_ptr<Runtime> const runtime = make_runtime();
    Json const step = {{"respond", {{"error", {{"status", GetParam()}}}}}, {"repeat", 2}};
    server.put_scenario("s", Json{{"steps", Json::array({step})}});
    PromptyAgent agent;
    agent.model =
        Model{.id = "m",
              .provider = requested.provider,
              .api_type = requested.api_type,
              .connection = KeyConnection{.endpoint = server.base_url() + "/s" + requested.path, .api_key = "K"}};
    std::vector<Message> const messages = {{.role = "user", .content = {TextPart{.value = "Hi"}}}};
    expect_status([&] { static_cast<void>(run(agent, messages, *runtime)); });
    expect_status([&] { static_cast<void>(run_stream(agent, messages, *runtime).next()); });
    EXPECT_EQ(server.requests("s").size(), 2U);
  }

 private:
  template <class Action>
  static void expect_status(Action&& action) {
    try {
      action();
      ADD_FAILURE() << "no error came";
    } catch (ExecuteError const& error) {
      EXPECT_EQ(error.status(), GetParam());
      EXPECT_FALSE(error.request_id().empty());
    }
  }
};

TEST_P(HttpMockErrors, AreExecuteErrorsWithTheirStatus) {
  for (Interface const& requested : every_interface()) {
    SCOPED_TRACE(requested.name);
    expect_refusal(requested);
  }
}

INSTANTIATE_TEST_SUITE_P(All, HttpMockErrors, testing::Values(400, 401, 403, 404, 413, 429, 500, 502, 503, 529),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace prompty::mock_faults_test

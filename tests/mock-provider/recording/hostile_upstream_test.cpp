// Answers of a recorded server that mean harm, or are no answers: the client hears why it gets none, the mock goes on,
// and the recording can be played.
#include <gmock/gmock.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "mock-provider/scenario/scenario_file.hpp"
#include "mock-provider/server.hpp"
#include "mock-provider/support/chat.hpp"
#include "support/raw_server.hpp"
#include "support/temporary_folder.hpp"

namespace mock_provider::hostile_upstream_test {
namespace {

using mock_provider_tests::post;
using mock_provider_tests::sound_request;
using testing::HasSubstr;

constexpr char const* head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

std::string whole(std::string const& start, std::string const& body) {
  return start + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// A mock that records a server which gives these bytes, to one request.
class Recorded {
 public:
  explicit Recorded(std::string bytes) : upstream_(std::move(bytes), AfterBytes::close) {}

  [[nodiscard]] httplib::Result answer(Json const& request = sound_request()) const {
    return post(server_.port(), "/v1/chat/completions", request);
  }
  [[nodiscard]] RecordingCounts counts() const { return server_.recording(); }
  [[nodiscard]] std::size_t playable_steps() const { return scenario_file::load(file_).steps; }

 private:
  prompty_tests::TemporaryFolder const folder_;
  std::string const file_ = folder_.path() + "/recorded.json";
  RawServer const upstream_;
  Server const server_{{.recording = RecordingOptions{.url = "http://" + upstream_.address(), .file = file_}}};
};

struct Refused {
  char const* name;
  std::string (*bytes)();
  char const* reason;
};

void PrintTo(Refused const& tested, std::ostream* out) {
  *out << tested.name;
}

class HttpHostileUpstreams : public testing::TestWithParam<Refused> {};

TEST_P(HttpHostileUpstreams, AreAnsweredWithTheReason) {
  // Whatever is kept of such an answer is bounded as well.
  std::string const bytes = GetParam().bytes();
  Recorded const recorded(bytes);
  httplib::Result const answer = recorded.answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 502);
  EXPECT_THAT(answer->body, HasSubstr(GetParam().reason));
  EXPECT_EQ(recorded.counts(), RecordingCounts{});
  EXPECT_EQ(recorded.playable_steps(), 0U);
}

std::string repeated(std::string const& text, std::size_t times) {
  std::string all;
  for (std::size_t time = 0; time < times; ++time) all += text;
  return all;
}

INSTANTIATE_TEST_SUITE_P(
    All, HttpHostileUpstreams,
    testing::Values(
        Refused{"StatusLineWithoutEnd", [] { return "HTTP/1.1 200 " + std::string(300'000, 'a'); }, "8192 bytes"},
        Refused{"HeaderWithoutEnd", [] { return "HTTP/1.1 200 OK\r\nX-A: " + std::string(300'000, 'a'); },
                "8192 bytes"},
        Refused{"HeadersWithoutEnd", [] { return "HTTP/1.1 200 OK\r\n" + repeated("X-A: b\r\n", 50'000); },
                "more than 262144 before"},
        Refused{"InterimStatusesWithoutEnd", [] { return repeated("HTTP/1.1 100 Continue\r\n\r\n", 20'000); },
                "more than 262144 before"},
        Refused{"ChunkSizeWithoutEnd",
                [] { return std::string(head) + "Transfer-Encoding: chunked\r\n\r\n1;" + std::string(300'000, 'a'); },
                "8192 bytes"},
        Refused{"Status0", [] { return whole("HTTP/1.1 000 X\r\n", "{}"); }, "has the status 0"},
        Refused{"Status999", [] { return whole("HTTP/1.1 999 X\r\n", "{}"); }, "has the status 999"},
        Refused{"SwitchedProtocols", [] { return whole("HTTP/1.1 101 X\r\n", "{}"); }, "has the status 101"},
        Refused{"EarlyHints", [] { return "HTTP/1.1 103 X\r\n\r\n" + whole(head, "{}"); }, "has the status 103"}),
    [](testing::TestParamInfo<Refused> const& tested) { return std::string(tested.param.name); });

TEST(HttpHostileUpstreamHeaders, ThatNoScenarioMayHaveAreNotPassedOn) {
  Recorded const recorded(
      whole(std::string("HTTP/1.1 200 OK\r\nContent-Type: a/b\rX-Evil: 1\r\nretry-after: 1\rX-Evil: 1\r\n") +
                std::string("retry-after-ms: a\0b\r\nx-ratelimit-limit-tokens: 5\r\n", 50),
            "{}"));
  httplib::Result const answer = recorded.answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->get_header_value("Content-Type"), "application/octet-stream");
  EXPECT_FALSE(answer->has_header("retry-after"));
  EXPECT_FALSE(answer->has_header("retry-after-ms"));
  EXPECT_EQ(answer->get_header_value("x-ratelimit-limit-tokens"), "5");
  EXPECT_EQ(recorded.playable_steps(), 1U);
}

TEST(HttpHostileUpstreamBodies, ThatAreLargerThanAScenarioFileArePassedOnOnly) {
  std::string const body = "\"" + std::string(17'000'000, 'a') + "\"";
  Recorded const recorded(whole(head, body));
  httplib::Result const answer = recorded.answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body.size(), body.size());
  EXPECT_EQ(recorded.counts(), (RecordingCounts{.recorded = 0, .left_out = 1}));
  EXPECT_EQ(recorded.playable_steps(), 0U);
}

TEST(HttpHostileUpstreamBodies, WithThousandsOfSecretsArePassedOnOnly) {
  Json secrets = Json::array();
  for (int number = 0; number < 200'000; ++number) secrets.push_back("secret number " + std::to_string(number));
  Recorded const recorded(whole(head, Json{{"secret", secrets}}.dump()));
  httplib::Result const answer = recorded.answer();
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->body, HasSubstr("secret number 199999"));
  EXPECT_EQ(recorded.counts(), (RecordingCounts{.recorded = 0, .left_out = 1}));
}

// Without bound the search for the end of each event would go through all of the rest.
TEST(HttpHostileUpstreamBodies, OfAMillionEventsAreRecordedInLinearTime) {
  constexpr std::size_t count = 1'000'000;
  Recorded const recorded("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" +
                          repeated("data: 1\n\n", count));
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  httplib::Result const answer = recorded.answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body.size(), 9 * count);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST(HttpHostileRequests, ThatNoScenarioCanTakeArePassedOnOnly) {
  Json deep = "end";
  for (int level = 0; level < 198; ++level) deep = Json::array({deep});
  Json request = sound_request();
  request["metadata"] = deep;
  Recorded const recorded(whole(head, "{}"));
  httplib::Result const answer = recorded.answer(request);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "{}");
  EXPECT_EQ(recorded.counts(), (RecordingCounts{.recorded = 0, .left_out = 1}));
  EXPECT_EQ(recorded.playable_steps(), 0U);
}

}  // namespace
}  // namespace mock_provider::hostile_upstream_test

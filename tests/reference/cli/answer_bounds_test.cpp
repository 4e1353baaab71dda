#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/support/command.hpp"
#include "reference/support/local_server.hpp"
#include "support/raw_server.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::answer_bounds_test {
namespace {

using prompty_tests::Finished;
using testing::HasSubstr;

/// A prompt for a server that answers with a whole or with a stream of two events.
class HttpAnswerBounds : public testing::Test {
 protected:
  HttpAnswerBounds() {
    local.server.Post("/chat/completions", [](httplib::Request const& request, httplib::Response& response) {
      bool const is_streamed = request.body.find("\"stream\":true") != std::string::npos;
      if (is_streamed) {
        response.set_content("data: {\"choices\":[{\"delta\":{\"content\":\"Hello!\"}}]}\n\ndata: [DONE]\n\n",
                             "text/event-stream");
      } else {
        response.set_content(R"({"choices":[{"message":{"content":"Hello!"}}]})", "application/json");
      }
    });
    local.start();
  }

  [[nodiscard]] Finished prompty(std::string const& command, std::vector<std::string> const& more,
                                 std::string const& address) const {
    std::string const file = folder.write("p.prompty", "---\nmodel: {id: m, provider: openai}\n---\nuser:\nHi\n");
    return prompty_tests::run_prompty({command, file, "--endpoint", "http://" + address}, more);
  }

  [[nodiscard]] Finished run(std::vector<std::string> const& more) const {
    return prompty("run", more, local.address());
  }

  prompty_tests::TemporaryFolder folder;
  LocalServer<httplib::Server> local;
};

TEST_F(HttpAnswerBounds, EndAnAnswerThatIsTooLarge) {
  EXPECT_EQ(run({"--max-answer-bytes", "46"}).code, 0);
  Finished const finished = run({"--max-answer-bytes", "45"});
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.err, HasSubstr("has more than 45 bytes; raise max_answer_bytes (--max-answer-bytes)"));
}

TEST_F(HttpAnswerBounds, EndAnEventThatIsTooLarge) {
  EXPECT_EQ(run({"--stream", "--max-event-bytes", "100"}).code, 0);
  Finished const finished = run({"--stream", "--max-event-bytes", "30"});
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.err, HasSubstr("has more than 30 bytes; raise max_event_bytes (--max-event-bytes)"));
}

TEST_F(HttpAnswerBounds, EndAStreamThatIsTooLarge) {
  EXPECT_EQ(run({"--stream", "--max-stream-bytes", "1000"}).code, 0);
  Finished const finished = run({"--stream", "--max-stream-bytes", "60"});
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.err, HasSubstr("has more than 60 bytes; raise max_stream_bytes (--max-stream-bytes)"));
}

TEST_F(HttpAnswerBounds, EndAnAnswerThatTakesTooLong) {
  RawServer const silent("", AfterBytes::hold);
  Finished const finished = prompty("run", {"--total-timeout", "0.2"}, silent.address());
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.err, HasSubstr("was not complete within 0.2 seconds; raise total_timeout (--total-timeout)"));
}

TEST_F(HttpAnswerBounds, AreCheckedByEachCommandThatSends) {
  std::vector<std::pair<std::string, std::string>> const wrong = {
      {"--total-timeout", "0"},     {"--total-timeout", "nan"},     {"--max-answer-bytes", "0"},
      {"--max-answer-bytes", "-1"}, {"--max-event-bytes", "large"}, {"--max-stream-bytes", "2000000000000"}};
  for (std::string const command : {"run", "turn", "chat"}) {
    for (auto const& [option, value] : wrong) {
      Finished const finished = prompty(command, {option, value}, local.address());
      EXPECT_EQ(finished.code, 2) << command << " " << option << " " << value;
      EXPECT_THAT(finished.err, HasSubstr(option));
    }
  }
}

TEST_F(HttpAnswerBounds, AreTakenByEachCommandThatSends) {
  for (std::string const command : {"run", "turn"}) {
    Finished const finished = prompty(command,
                                      {"--total-timeout", "60", "--max-answer-bytes", "1000", "--max-event-bytes",
                                       "1000", "--max-stream-bytes", "1000"},
                                      local.address());
    EXPECT_EQ(finished.code, 0) << command << finished.err;
  }
}

}  // namespace
}  // namespace prompty::answer_bounds_test

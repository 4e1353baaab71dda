#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <thread>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/tools/mcp_client.hpp"
#include "reference/support/open_files.hpp"
#include "reference/support/raised.hpp"
#include "support/memory_limit.hpp"
#include "support/places.hpp"
#include "support/sanitizers.hpp"

namespace prompty::stdio_channel_test {
namespace {

using std::chrono::steady_clock;

std::string const script = prompty_tests::repository() + "/tests/reference/tools/stdio_server.py";

/// The only child of this process, the keeper of the server (see ChildProcess).
pid_t keeper() {
  return children_of(::getpid()).at(0);
}

class ThreadsStdioChannel : public testing::Test {
 protected:
  Json call(std::string const& function, Json const& arguments, RequestLimits const& limits = {}) {
    std::int64_t const id = next_id_++;
    Json const request = json_rpc::request(id, "tools/call", Json{{"name", function}, {"arguments", arguments}});
    json_rpc::Response const response = channel->send_request(request, limits);
    EXPECT_EQ(response.id, id);
    return std::get<Json>(response.outcome);
  }

  std::string text(std::string const& function, Json const& arguments = Json::object()) {
    return call(function, arguments)["content"][0]["text"].get<std::string>();
  }

  static RequestLimits soon() { return {.deadline = steady_clock::now() + std::chrono::milliseconds(50)}; }

  std::unique_ptr<McpChannel> channel = stdio_channel("s", StdioServer{.command = "python3", .arguments = {script}},
                                                      process_environment(), std::size_t{8} * 1024 * 1024);
  std::atomic<std::int64_t> next_id_ = 1;
};

TEST_F(ThreadsStdioChannel, CarriesRequestsAndResponses) {
  EXPECT_EQ(text("echo", {{"a", "é\n"}}), R"({"a": "\u00e9\n"})");
  EXPECT_EQ(text("echo", {{"b", 2}}), R"({"b": 2})");
  EXPECT_TRUE(channel->is_open());
  EXPECT_EQ(channel->diagnostics(), "");
}

TEST_F(ThreadsStdioChannel, GivesEachOfTwoHundredCallersTheirOwnAnswer) {
  std::vector<std::thread> callers;
  std::atomic<int> right = 0;
  for (int caller = 0; caller < 200; ++caller) {
    callers.emplace_back([this, caller, &right] {
      if (text("echo", {{"n", caller}}) == "{\"n\": " + std::to_string(caller) + "}") ++right;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(right, 200);
}

TEST_F(ThreadsStdioChannel, CarriesLargeMessagesBothWays) {
  std::string const large(3'000'000, 'y');
  EXPECT_EQ(text("echo", {{"a", large}}).size(), large.size() + 9);
  EXPECT_EQ(text("huge", {{"size", 5'000'000}}).size(), 5'000'000U);
}

TEST_F(ThreadsStdioChannel, EndsAServerWhoseMessageIsTooLarge) {
  EXPECT_THAT(raised<ConnectionError>([this] {
                text("huge", {{"size", 9'000'000}});
              }),
              testing::StartsWith("The MCP server 's' sent a message of more than 8388608 bytes"));
  EXPECT_FALSE(channel->is_open());
}

TEST_F(ThreadsStdioChannel, PassesOverWhatIsNoMessage) {
  EXPECT_EQ(text("rubbish"), "after rubbish");
  EXPECT_THAT(channel->diagnostics(),
              testing::EndsWith("3 lines of its standard output were no messages, the last of them: {"));
}

TEST_F(ThreadsStdioChannel, AnswersWhatTheServerAsks) {
  EXPECT_EQ(text("ping"), R"({"jsonrpc": "2.0", "id": "mine", "result": {}})");
  EXPECT_THAT(text("sample"), testing::HasSubstr("\"code\": -32601"));
}

TEST_F(ThreadsStdioChannel, IsNotHeldUpByStandardError) {
  EXPECT_EQ(text("flood"), "still here");
}

TEST_F(ThreadsStdioChannel, GivesUpAtTheDeadlineAndServesOthers) {
  raised<ConnectionError>([this] { static_cast<void>(call("silence", {}, soon())); });
  EXPECT_EQ(text("echo", {{"a", 1}}), R"({"a": 1})");
}

TEST_F(ThreadsStdioChannel, GivesUpWhenItIsCancelled) {
  RequestLimits const limits;
  std::thread impatient([&] { limits.cancellation.request(); });
  raised<CancelledError>([&] { static_cast<void>(call("silence", {}, limits)); });
  impatient.join();
  EXPECT_EQ(text("echo", {{"a", 1}}), R"({"a": 1})");
}

TEST_F(ThreadsStdioChannel, TellsTheLastWordsOfAServerThatDies) {
  EXPECT_EQ(raised<ConnectionError>([this] { text("die"); }),
            "The MCP server 's' has ended (exit status 3); its last words: it is all over");
  EXPECT_FALSE(channel->is_open());
  raised<ConnectionError>([this] { text("echo"); });
  raised<ConnectionError>([this] { channel->send_notification(json_rpc::notification("n", nullptr), {}); });
}

TEST_F(ThreadsStdioChannel, NoticesThatTheServerWasKilledInTheMiddleOfACall) {
  static_cast<void>(text("echo"));
  std::atomic<int> reported = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 20; ++caller) {
    callers.emplace_back([this, &reported] {
      std::string const message = raised<ConnectionError>([this] { static_cast<void>(call("silence", {})); });
      if (message.find("has ended (signal 9)") != std::string::npos) ++reported;
    });
  }
  ::kill(children_of(keeper()).at(0), SIGKILL);
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(reported, 20);
}

TEST(ThreadsStdioChannels, LeaveNoProcessAndNoFileBehind) {
  std::size_t const before = open_files();
  std::vector<pid_t> processes;
  for (int round = 0; round < 5; ++round) {
    std::unique_ptr<McpChannel> const channel =
        stdio_channel("s", {.command = "python3", .arguments = {script}}, process_environment(), 1000);
    processes = {keeper(), children_of(keeper()).at(0)};
    EXPECT_THAT(processes, testing::Each(testing::Truly(is_there)));
  }
  EXPECT_THAT(processes, testing::Each(testing::Not(testing::Truly(is_there))));
  EXPECT_EQ(open_files(), before);
}

TEST(ThreadsStdioChannels, ToProgramsThatDoNotExistAreErrors) {
  EXPECT_THAT(raised<ConnectionError>([] {
                static_cast<void>(stdio_channel("s", {.command = "no-such-program"}, process_environment(), 1000));
              }),
              testing::StartsWith("The MCP server 's' could not be started as 'no-such-program': No such file"));
}

TEST(ThreadsStdioChannels, ToAProgramThatReadsNothingRefuseInTheEnd) {
  std::unique_ptr<McpChannel> const channel =
      stdio_channel("s", {.command = "sleep", .arguments = {"60"}}, process_environment(), 1000);
  Json const large = json_rpc::notification("n", std::string(8'000'000, 'x'));
  EXPECT_THAT(raised<ConnectionError>([&] {
                for (int message = 0; message < 20; ++message) channel->send_notification(large, {});
              }),
              testing::HasSubstr("does not read its standard input"));
}

TEST(StdioChannelWithoutMemory, EndsWithAnError) {
  if (prompty_tests::has_sanitizer) return;
  std::unique_ptr<McpChannel> const channel = stdio_channel(
      "s", StdioServer{.command = "python3", .arguments = {script}}, process_environment(), std::size_t{1} << 30U);
  Json const request =
      json_rpc::request(1, "tools/call", Json{{"name", "huge"}, {"arguments", {{"size", 200'000'000}}}});
  prompty_tests::MemoryLimit const limit(80'000'000);
  EXPECT_THAT(raised<ConnectionError>([&] { static_cast<void>(channel->send_request(request, {})); }),
              testing::HasSubstr("for which there is not enough memory"));
  EXPECT_FALSE(channel->is_open());
}

}  // namespace
}  // namespace prompty::stdio_channel_test

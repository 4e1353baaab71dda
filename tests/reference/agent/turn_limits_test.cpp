// How long a turn waits and how much of a conversation it sends.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "prompty/agent/loop.hpp"

namespace prompty::turn_limits_test {
namespace {

Message said(std::string const& role, std::string const& text) {
  return {.role = role, .content = {TextPart{text}}};
}

std::vector<std::string> roles(std::vector<Message> const& messages) {
  std::vector<std::string> names;
  for (Message const& message : messages) names.push_back(message.role);
  return names;
}

TEST(ContextWindow, CountsCodePointsOfValuesAndMetadata) {
  EXPECT_EQ(characters_in({said("user", "äöü"), said("user", "")}), 3U);
  Message calling = said("assistant", "ab");
  calling.metadata = Json{{"x", 1}};
  EXPECT_EQ(characters_in({calling}), 2U + 7U);
}

TEST(ContextWindow, LetsTheOldestGoAndSumsThemUpInAQuarterAtMost) {
  std::vector<Message> const talk = {said("system", "rules"), said("user", std::string(500, 'a')),
                                     said("assistant", std::string(500, 'b')), said("user", "c"), said("user", "d")};
  Compaction const fitted = compact(talk, 100);
  EXPECT_EQ(roles(fitted.messages), (std::vector<std::string>{"system", "user", "user", "user"}));
  EXPECT_EQ(fitted.removed, 2U);
  EXPECT_LE(characters_in({fitted.messages[1]}), 26U);
  EXPECT_LE(characters_in(fitted.messages), 100U);
}

using std::chrono::milliseconds;

ExecuteError refusal(int status) {
  return ExecuteError("no", status, "");
}

TEST(WaitBeforeRetry, DoublesAndAddsJitterUpToAMinute) {
  RecordProperty("clause", "P9.4-08");
  EXPECT_EQ(wait_before_retry(refusal(500), 0, 0.0), milliseconds(2000));
  EXPECT_EQ(wait_before_retry(refusal(500), 1, 0.5), milliseconds(4500));
  EXPECT_EQ(wait_before_retry(refusal(500), 4, 0.25), milliseconds(32250));
  EXPECT_EQ(wait_before_retry(refusal(500), 5, 0.0), milliseconds(60000));
  EXPECT_EQ(wait_before_retry(refusal(500), 1000, 0.9), milliseconds(60000));
  EXPECT_EQ(wait_before_retry(ConnectionError("gone"), 0, 0.0), milliseconds(2000));
}

TEST(WaitBeforeRetry, IsWhatTheProviderAsksForUpToAMinute) {
  RecordProperty("clause", "P9.4-08");
  ExecuteError busy = refusal(429);
  busy.set_retry_after(milliseconds(20));
  EXPECT_EQ(wait_before_retry(busy, 4, 0.7), milliseconds(20));
  busy.set_retry_after(milliseconds(61000));
  EXPECT_EQ(wait_before_retry(busy, 0, 0.0), std::nullopt);
}

TEST(WaitBeforeRetry, IsNoneForWhatWouldFailAgain) {
  for (int const status : {400, 401, 403, 404, 422, 307})
    EXPECT_EQ(wait_before_retry(refusal(status), 0, 0.0), std::nullopt);
  for (int const status : {408, 409, 425, 429, 502, 529}) EXPECT_TRUE(wait_before_retry(refusal(status), 0, 0.0));
  EXPECT_EQ(wait_before_retry(ValueError("odd"), 0, 0.0), std::nullopt);
  EXPECT_EQ(wait_before_retry(CancelledError("stop"), 0, 0.0), std::nullopt);
  EXPECT_EQ(wait_before_retry(AnswerLimitError("too long"), 0, 0.0), std::nullopt);
}

TEST(SystemSleeper, EndsWhenTheWorkIsCancelled) {
  Cancellation const cancellation;
  cancellation.request();
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  system_sleeper()(milliseconds(60000), cancellation);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace prompty::turn_limits_test

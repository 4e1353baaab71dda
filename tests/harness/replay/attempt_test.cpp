#include "harness/replay/attempt.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/run/fake_subject.hpp"

namespace conformance::attempt_test {
namespace {

TEST(RepliesInReports, ShowValuesAndErrorsAsTheyCame) {
  EXPECT_EQ(reply_as_json(result_reply({{"a", 1}})), Json({{"result", {{"a", 1}}}}));
  EXPECT_EQ(reply_as_json(result_reply(nullptr)), Json({{"result", nullptr}}));
  EXPECT_EQ(reply_as_json(error_reply("ValueError")),
            Json({{"error", {{"kind", "ValueError"}, {"message", "refused"}}}}));
}

TEST(RepliesInReports, SayHowARequestEndedWithoutAnswer) {
  for (Reply::Status const status : {Reply::Status::crash, Reply::Status::timeout, Reply::Status::protocol_fault,
                                     Reply::Status::unsupported, Reply::Status::unsupported_input}) {
    Json const shown = reply_as_json(ended_reply(status));
    EXPECT_EQ(shown.at("detail"), "it ended");
    EXPECT_NE(shown.at("status"), "");
  }
  EXPECT_EQ(reply_as_json(ended_reply(Reply::Status::crash)).at("status"), "crash");
}

}  // namespace
}  // namespace conformance::attempt_test

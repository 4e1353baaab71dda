#include "mock-provider/metrics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock-provider/provider.hpp"

namespace mock_provider::metrics_test {
namespace {

TEST(Metrics, CountRequestsByRouteAndStatusAndFindingsByRule) {
  Metrics metrics;
  metrics.count({.route = Route::Kind::messages, .status = 200, .is_stream = true, .request_bytes = 7}, {});
  metrics.count({.route = Route::Kind::messages, .status = 200, .is_stream = true, .request_bytes = 3},
                {{.rule = "messages.version", .pointer = "", .message = ""}});
  std::string const text = metrics.text();
  EXPECT_THAT(text, testing::HasSubstr("mock_requests_total{route=\"messages\",status=\"200\",stream=\"true\"} 2\n"));
  EXPECT_THAT(text, testing::HasSubstr("mock_findings_total{rule=\"messages.version\"} 1\n"));
  EXPECT_THAT(text, testing::HasSubstr("mock_request_bytes_total 10\n"));
  EXPECT_THAT(text, testing::StartsWith("# HELP mock_requests_total "));
}

TEST(Metrics, AreServedByTheMock) {
  Provider provider{CheckMode::report, JournalBounds{.entries = 1}};
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "x"}}]})"));
  Request request{.method = "GET", .target = "/v1/models", .headers = {}, .body = {}, .received_at_us = 0};
  static_cast<void>(provider.respond(request));
  static_cast<void>(provider.respond(request));
  request.target = "/_mock/metrics";
  Answer const answer = provider.respond(request);
  EXPECT_THAT(answer.content_type, testing::StartsWith("text/plain"));
  EXPECT_THAT(answer.body,
              testing::HasSubstr("mock_requests_total{route=\"models\",status=\"200\",stream=\"false\"} 2\n"));
  EXPECT_THAT(answer.body, testing::HasSubstr("mock_findings_total{rule=\"models.auth.present\"} 2\n"));
  EXPECT_THAT(answer.body, testing::HasSubstr("\nmock_journal_entries 1\n"));
  EXPECT_THAT(answer.body, testing::HasSubstr("\nmock_journal_dropped_total 1\n"));
  EXPECT_THAT(answer.body, testing::HasSubstr("\nmock_unplayed_steps 1\n"));
}

}  // namespace
}  // namespace mock_provider::metrics_test

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/provider_error.hpp"

namespace mock_provider::anthropic_error_test {
namespace {

ProviderError with_status(int status) {
  ProviderError error;
  error.status = status;
  return error;
}

struct Case {
  int status;
  char const* type;
};

class AnthropicErrors : public testing::TestWithParam<Case> {};

TEST_P(AnthropicErrors, HaveTheProvidersShape) {
  Json const body = anthropic_error::body(with_status(GetParam().status));
  ASSERT_EQ(body.size(), 2U);
  EXPECT_EQ(body.at("type"), "error");
  ASSERT_EQ(body.at("error").size(), 2U);
  EXPECT_EQ(body.at("error").at("type"), GetParam().type);
  EXPECT_FALSE(body.at("error").at("message").get<std::string>().empty());
}

INSTANTIATE_TEST_SUITE_P(All, AnthropicErrors,
                         testing::Values(Case{400, "invalid_request_error"}, Case{401, "authentication_error"},
                                         Case{403, "permission_error"}, Case{404, "not_found_error"},
                                         Case{413, "request_too_large"}, Case{418, "invalid_request_error"},
                                         Case{429, "rate_limit_error"}, Case{500, "api_error"}, Case{502, "api_error"},
                                         Case{504, "timeout_error"}, Case{529, "overloaded_error"}),
                         [](testing::TestParamInfo<Case> const& tested) {
                           return "Status" + std::to_string(tested.param.status);
                         });

TEST(AnthropicErrorBody, SaysWhatTheScenarioSays) {
  ProviderError error = with_status(400);
  error.type = "billing_error";
  error.message = "Pay first.";
  EXPECT_EQ(anthropic_error::body(error),
            Json::parse(R"({"type": "error", "error": {"type": "billing_error", "message": "Pay first."}})"));
}

TEST(AnthropicErrorHeaders, TellHowLongToWait) {
  EXPECT_THAT(anthropic_error::headers(with_status(500)), testing::IsEmpty());
  EXPECT_THAT(anthropic_error::headers(with_status(429)),
              testing::IsSupersetOf({testing::Pair("retry-after", "1"), testing::Pair("retry-after-ms", "1000"),
                                     testing::Pair("anthropic-ratelimit-requests-remaining", "0")}));
  ProviderError overloaded = with_status(529);
  overloaded.retry_after = std::chrono::milliseconds(1500);
  EXPECT_THAT(anthropic_error::headers(overloaded),
              testing::ElementsAre(testing::Pair("retry-after", "2"), testing::Pair("retry-after-ms", "1500")));
}

}  // namespace
}  // namespace mock_provider::anthropic_error_test

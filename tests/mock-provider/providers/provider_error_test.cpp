#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock-provider/providers/provider_error.hpp"

namespace mock_provider::provider_error_test {
namespace {

ProviderError with_status(int status) {
  ProviderError error;
  error.status = status;
  return error;
}

struct Case {
  int status;
  char const* type;
  char const* code;  ///< JSON
};

class ProviderErrors : public testing::TestWithParam<Case> {};

TEST_P(ProviderErrors, HaveTheProvidersShape) {
  Json const body = provider_error::body(with_status(GetParam().status));
  ASSERT_EQ(body.size(), 1U);
  Json const& error = body.at("error");
  std::vector<std::string> members;
  for (auto const& member : error.items()) members.push_back(member.key());
  EXPECT_THAT(members, testing::ElementsAre("message", "type", "param", "code"));
  EXPECT_FALSE(error.at("message").get<std::string>().empty());
  EXPECT_EQ(error.at("type"), GetParam().type);
  EXPECT_TRUE(error.at("param").is_null());
  EXPECT_EQ(error.at("code"), Json::parse(GetParam().code));
}

INSTANTIATE_TEST_SUITE_P(
    All, ProviderErrors,
    testing::Values(Case{400, "invalid_request_error", "null"},
                    Case{401, "invalid_request_error", R"("invalid_api_key")"},
                    Case{403, "request_forbidden", R"("unsupported_country_region_territory")"},
                    Case{404, "invalid_request_error", R"("model_not_found")"},
                    Case{418, "invalid_request_error", "null"}, Case{429, "requests", R"("rate_limit_exceeded")"},
                    Case{500, "server_error", "null"}, Case{502, "server_error", "null"},
                    Case{503, "server_error", R"("service_unavailable")"}, Case{599, "server_error", "null"}),
    [](testing::TestParamInfo<Case> const& tested) { return std::to_string(tested.param.status); });

TEST(ProviderErrorBody, TakesWhatTheScenarioSays) {
  ProviderError error = with_status(401);
  error.type = "t";
  error.code = "";
  error.param = "messages[0]";
  error.message = "m";
  EXPECT_EQ(provider_error::body(error),
            Json::parse(R"({"error": {"message": "m", "type": "t", "param": "messages[0]", "code": null}})"));
}

TEST(ProviderErrorHeaders, TellHowLongToWaitAt429) {
  ProviderError error = with_status(429);
  EXPECT_THAT(provider_error::headers(error), testing::Contains(testing::Pair("retry-after", "1")));
  error.retry_after = std::chrono::milliseconds(1500);
  Headers const headers = provider_error::headers(error);
  EXPECT_THAT(headers, testing::Contains(testing::Pair("retry-after", "2")));
  EXPECT_THAT(headers, testing::Contains(testing::Pair("retry-after-ms", "1500")));
  for (std::string const name :
       {"x-ratelimit-limit-requests", "x-ratelimit-limit-tokens", "x-ratelimit-remaining-requests",
        "x-ratelimit-remaining-tokens", "x-ratelimit-reset-requests", "x-ratelimit-reset-tokens"}) {
    EXPECT_NE(header_named(headers, name), nullptr) << name;
  }
}

TEST(ProviderErrorHeaders, HaveTheWaitOfOtherErrorsOnlyOnRequest) {
  ProviderError error = with_status(503);
  EXPECT_THAT(provider_error::headers(error), testing::IsEmpty());
  error.retry_after = std::chrono::milliseconds(0);
  EXPECT_THAT(provider_error::headers(error),
              testing::ElementsAre(testing::Pair("retry-after", "0"), testing::Pair("retry-after-ms", "0")));
}

}  // namespace
}  // namespace mock_provider::provider_error_test

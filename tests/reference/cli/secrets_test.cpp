#include "cli/secrets.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::secrets_test {
namespace {

TEST(Secrets, AreMaskedAtAnyDepthByTheNameOfTheirKey) {
  Json const value = Json::parse(
      R"({"apiKey":"a","api_key":"b","x":[{"clientSecret":"c","Authorization":"d"}],"accessToken":"e","maxOutputTokens":7,)"
      R"("authenticationMode":"user","metadata":{"authors":["x"]},"secrets":{"inner":"f"}})");
  EXPECT_EQ(
      cli::with_secrets_masked(value).dump(),
      R"({"apiKey":"[REDACTED]","api_key":"[REDACTED]","x":[{"clientSecret":"[REDACTED]","Authorization":"[REDACTED]"}],)"
      R"("accessToken":"[REDACTED]","maxOutputTokens":7,"authenticationMode":"user","metadata":{"authors":["x"]},)"
      R"("secrets":{"inner":"f"}})");
}

}  // namespace
}  // namespace prompty::secrets_test

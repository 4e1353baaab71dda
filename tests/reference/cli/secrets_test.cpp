#include "cli/output_text.hpp"

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

TEST(Secrets, AreMaskedInLinesOfSourceByTheNameInFront) {
  EXPECT_EQ(cli::with_named_values_masked("    apiKey: \"abc"), "    apiKey: \"[REDACTED]");
  EXPECT_EQ(cli::with_named_values_masked("export A_TOKEN=abc # x"), "export A_TOKEN=[REDACTED]");
  EXPECT_EQ(cli::with_named_values_masked("{kind: key, apiKey: abc, endpoint: http://h}"),
            "{kind: key, apiKey: [REDACTED], endpoint: http://h}");
  EXPECT_EQ(cli::with_named_values_masked(R"({"password": "a,b", "x": 1})"), R"({"password": "[REDACTED]", "x": 1})");
  for (char const* const line : {"", "key: a", "apiKey:", "apiKey: ${env:K}", "token: {{ token }}", "a: b = c"})
    EXPECT_EQ(cli::with_named_values_masked(line), line);
}

}  // namespace
}  // namespace prompty::secrets_test

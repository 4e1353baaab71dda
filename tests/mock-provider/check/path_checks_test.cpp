#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock-provider/check/messages_check.hpp"
#include "mock-provider/check/other_checks.hpp"

namespace mock_provider::path_checks_test {
namespace {

std::vector<std::string> rules_of(std::vector<Finding> const& findings) {
  std::vector<std::string> rules;
  for (Finding const& finding : findings) rules.push_back(finding.rule);
  return rules;
}

std::vector<std::string> broken_by(std::string const& target) {
  return rules_of(request_check::check_deployment(route_of(target)));
}

TEST(DeploymentPaths, EndWithAVersion) {
  std::string const path = "/openai/deployments/d/chat/completions";
  for (std::string const query : {"", "?", "?api-version", "?api-version=", "?api-version=1", "?api-version=2024-10-2x",
                                  "?api-version=2024-10-21-beta", "?version=2024-10-21"}) {
    EXPECT_THAT(broken_by(path + query), testing::ElementsAre("azure.api-version")) << query;
  }
  for (std::string const query : {"?api-version=2024-10-21", "?a=b&api-version=2025-04-01-preview",
                                  "?api-version=preview", "?api-version=latest"}) {
    EXPECT_THAT(broken_by(path + query), testing::IsEmpty()) << query;
  }
  EXPECT_THAT(broken_by("/openai/v1/chat/completions"), testing::IsEmpty());
}

TEST(ListsOfModels, WantAKey) {
  EXPECT_THAT(rules_of(request_check::check_listing({})), testing::ElementsAre("models.auth.present"));
  EXPECT_THAT(rules_of(request_check::check_listing({{"api-key", "k"}})), testing::IsEmpty());
  EXPECT_THAT(rules_of(request_check::check_listing({{"Authorization", "Bearer k"}})), testing::IsEmpty());
}

TEST(ListsOfModels, WantAKeyAndADateOfAnthropic) {
  EXPECT_THAT(rules_of(messages_check::check_listing({{"anthropic-version", "2023-06-01"}})),
              testing::ElementsAre("models.auth.present"));
  EXPECT_THAT(rules_of(messages_check::check_listing({{"x-api-key", "k"}, {"anthropic-version", "new"}})),
              testing::ElementsAre("models.version"));
  EXPECT_THAT(rules_of(messages_check::check_listing({{"x-api-key", "k"}, {"anthropic-version", "2026-10-21"}})),
              testing::IsEmpty());
}

}  // namespace
}  // namespace mock_provider::path_checks_test

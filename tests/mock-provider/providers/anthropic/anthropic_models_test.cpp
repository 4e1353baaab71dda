#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/anthropic/anthropic.hpp"

namespace mock_provider::anthropic_models_test {
namespace {

std::vector<std::string> ids_in(Json const& page) {
  std::vector<std::string> ids;
  for (Json const& model : page.at("data")) ids.push_back(model.at("id"));
  return ids;
}

Json page_of(std::string const& query) {
  Answer const answer = anthropic_models::list(query);
  EXPECT_EQ(answer.status, 200);
  return Json::parse(answer.body);
}

TEST(AnthropicModels, AreListedAsAPage) {
  Json const page = page_of("");
  std::vector<std::string> const ids = ids_in(page);
  ASSERT_GT(ids.size(), 2U);
  EXPECT_EQ(page.at("has_more"), false);
  EXPECT_EQ(page.at("first_id"), ids.front());
  EXPECT_EQ(page.at("last_id"), ids.back());
  EXPECT_EQ(page.at("data")[0].at("type"), "model");
}

TEST(AnthropicModels, AreTurnedOverForwardsAndBackwards) {
  std::vector<std::string> const all = ids_in(page_of(""));
  Json const first = page_of("limit=1");
  EXPECT_EQ(first.at("has_more"), true);
  EXPECT_THAT(ids_in(page_of("limit=1&after_id=" + all[0])), testing::ElementsAre(all[1]));
  EXPECT_THAT(ids_in(page_of("limit=1&before_id=" + all[2])), testing::ElementsAre(all[1]));
  EXPECT_EQ(page_of("limit=1&before_id=" + all[1]).at("has_more"), false);
  Json const behind = page_of("after_id=" + all.back());
  EXPECT_THAT(ids_in(behind), testing::IsEmpty());
  EXPECT_EQ(behind.at("first_id"), nullptr);
}

TEST(AnthropicModels, RefuseWhatNamesNoPage) {
  for (std::string const query : {"limit=0", "limit=1001", "limit=x", "limit=", "after_id=x", "before_id="}) {
    Answer const answer = anthropic_models::list(query);
    EXPECT_EQ(answer.status, 400) << query;
    EXPECT_EQ(Json::parse(answer.body).at("error").at("type"), "invalid_request_error");
  }
}

TEST(AnthropicModels, AreFoundByTheirId) {
  std::string const id = ids_in(page_of("")).front();
  EXPECT_EQ(Json::parse(anthropic_models::one(id).body).at("id"), id);
  EXPECT_EQ(anthropic_models::one("x").status, 404);
}

}  // namespace
}  // namespace mock_provider::anthropic_models_test

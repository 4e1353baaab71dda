#include "harness/judge/replay/scenario.hpp"

#include <gmock/gmock.h>
#include <httplib.h>

#include <nlohmann/json.hpp>

namespace conformance::scenario_test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

Json const one_step = {{"steps", Json::array({{{"respond", {{"text", "hi"}}}}})}};

int status_of_chat(mock_provider::Server const& mock, std::string const& url) {
  httplib::Client client(mock.base_url());
  Json const body = {{"model", "m"}, {"messages", Json::array({{{"role", "user"}, {"content", "hi"}}})}};
  httplib::Result const answer = client.Post((url.substr(mock.base_url().size()) + "/v1/chat/completions").c_str(),
                                             {{"Authorization", "Bearer k"}}, body.dump(), "application/json");
  return answer ? answer->status : 0;
}

TEST(HttpScenarios, LiveAsLongAsTheirObject) {
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::string url;
  {
    Scenario const scenario(mock, one_step);
    url = scenario.base_url();
    EXPECT_THAT(url, StartsWith(mock.base_url() + "/"));
    EXPECT_THAT(scenario.requests(), IsEmpty());
    EXPECT_EQ(status_of_chat(mock, url), 200);
    EXPECT_THAT(scenario.requests(), SizeIs(1));
  }
  EXPECT_EQ(status_of_chat(mock, url), 404);
}

TEST(HttpScenarios, DoNotSeeEachOthersRequests) {
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  Scenario const one(mock, one_step);
  Scenario const other(mock, one_step);
  EXPECT_NE(one.base_url(), other.base_url());
  EXPECT_EQ(status_of_chat(mock, one.base_url()), 200);
  EXPECT_THAT(one.requests(), SizeIs(1));
  EXPECT_THAT(other.requests(), IsEmpty());
}

TEST(HttpScenarios, KeepTheirRequestsHoweverManyOthersHaveMeanwhile) {
  mock_provider::Server mock{{.journal_capacity = 2}};
  Scenario const slow(mock, one_step);
  EXPECT_EQ(status_of_chat(mock, slow.base_url()), 200);
  for (int count = 0; count < 5; ++count) {
    Scenario const quick(mock, one_step);
    EXPECT_EQ(status_of_chat(mock, quick.base_url()), 200);
    EXPECT_THAT(quick.requests(), SizeIs(1));
  }
  EXPECT_THAT(slow.requests(), SizeIs(1));
  EXPECT_EQ(mock.dropped_requests(), 0U);
}

TEST(HttpScenarios, RefuseMalformedSteps) {
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  EXPECT_THROW(Scenario(mock, Json::array({{{"respnd", 1}}})), mock_provider::ScenarioError);
}

}  // namespace
}  // namespace conformance::scenario_test

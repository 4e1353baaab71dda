#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/check/request_check.hpp"
#include "mock-provider/provider.hpp"

namespace mock_provider::admission_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Headers const json_only{{"content-type", "application/json"}, {"anthropic-version", "2023-06-01"}};
Finding const no_key{.rule = "chat.auth.present", .pointer = "", .message = "no key"};
Finding const no_model{.rule = "chat.field.required", .pointer = "/model", .message = "no model"};

Player player_of(char const* scenario) {
  return {"s", scenario::decode(Json::parse(scenario))};
}

TEST(Admission, MakesNothingOfAMissingKeyWhereAnyoneIsLetIn) {
  Player const open = player_of(R"({"steps": [], "admits": "anyone"})");
  EXPECT_THAT(request_check::admitted({no_key, no_model}, &open), ElementsAre(no_model));
}

TEST(Admission, IsForThoseWithAKeyUnlessAScenarioSaysOtherwise) {
  Player const silent = player_of(R"({"steps": []})");
  Player const closed = player_of(R"({"steps": [], "admits": "with-key"})");
  EXPECT_THAT(request_check::admitted({no_key}, &silent), ElementsAre(no_key));
  EXPECT_THAT(request_check::admitted({no_key}, &closed), ElementsAre(no_key));
  EXPECT_THAT(request_check::admitted({no_key}, nullptr), ElementsAre(no_key));
}

TEST(Admission, IsOneOfTwo) {
  EXPECT_THROW(static_cast<void>(player_of(R"({"steps": [], "admits": "nobody"})")), ScenarioError);
}

class EnforcedAdmission : public testing::Test {
 protected:
  int status_of(std::string const& method, std::string const& target, std::string const& body) {
    return provider_
        .respond({.method = method, .target = target, .headers = json_only, .body = body, .received_at_us = 0})
        .status;
  }
  void admit_anyone() {
    provider_.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "in"}, "repeat": "always"}],
                                                "admits": "anyone"})"));
  }
  void admit_keys() {
    provider_.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "in"}, "repeat": "always"}]})"));
  }

  std::string const chat = R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})";
  std::string const message = R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "hi"}]})";

 private:
  Provider provider_{CheckMode::enforce, JournalBounds{}};
};

TEST_F(EnforcedAdmission, LetsInWithoutAKey) {
  admit_anyone();
  EXPECT_EQ(status_of("POST", "/s/v1/chat/completions", chat), 200);
  EXPECT_EQ(status_of("POST", "/s/v1/messages", message), 200);
  EXPECT_EQ(status_of("GET", "/s/v1/models", ""), 200);
}

TEST_F(EnforcedAdmission, KeepsOutWithoutAKey) {
  admit_keys();
  EXPECT_EQ(status_of("POST", "/s/v1/chat/completions", chat), 401);
  EXPECT_EQ(status_of("POST", "/s/v1/messages", message), 401);
  EXPECT_EQ(status_of("GET", "/s/v1/models", ""), 401);
}

}  // namespace
}  // namespace mock_provider::admission_test

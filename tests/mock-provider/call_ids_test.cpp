#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "mock-provider/provider.hpp"

namespace mock_provider::call_ids_test {
namespace {

/// A request to one of the routes.
struct Case {
  char const* name;
  char const* path;
  char const* body;
};

std::vector<Case> const& cases() {
  static std::vector<Case> const all = {
      {"Chat", "/s/v1/chat/completions", R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})"},
      {"ChatWithChoices", "/s/v1/chat/completions",
       R"({"model": "m", "n": 3, "messages": [{"role": "user", "content": "hi"}]})"},
      {"Responses", "/s/v1/responses", R"({"model": "m", "input": "hi"})"},
      {"Messages", "/s/v1/messages",
       R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "hi"}]})"},
  };
  return all;
}

/// The texts under "id" and "call_id", at every depth.
void gather_ids(Json const& value, std::vector<std::string>& ids) {
  for (auto const& entry : value.items()) {
    bool const is_id = value.is_object() && (entry.key() == "id" || entry.key() == "call_id");
    if (is_id && entry.value().is_string()) ids.push_back(entry.value().get<std::string>());
    if (entry.value().is_structured()) gather_ids(entry.value(), ids);
  }
}

/// The ids of four turns, each of which calls two functions.
std::vector<std::string> ids_of_turns(Case const& tested) {
  Provider provider{CheckMode::off, JournalBounds{}};
  provider.put_scenario("s", Json::parse(R"({"steps": [{"repeat": 4, "respond": {"toolCalls": [
      {"name": "f", "arguments": {}}, {"name": "g", "arguments": {}}]}}]})"));
  std::vector<std::string> ids;
  for (int turn = 0; turn < 4; ++turn) {
    Answer const answer = provider.respond(
        {.method = "POST", .target = tested.path, .headers = {}, .body = tested.body, .received_at_us = 0});
    gather_ids(Json::parse(answer.body), ids);
  }
  return ids;
}

class CallIds : public testing::TestWithParam<Case> {};

TEST_P(CallIds, AreUniqueInAConversation) {
  std::vector<std::string> const ids = ids_of_turns(GetParam());
  EXPECT_GE(ids.size(), 4U * 3U);
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size()) << testing::PrintToString(ids);
}

TEST_P(CallIds, AreTheSameInEveryRun) {
  EXPECT_EQ(ids_of_turns(GetParam()), ids_of_turns(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(All, CallIds, testing::ValuesIn(cases()),
                         [](testing::TestParamInfo<Case> const& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace mock_provider::call_ids_test

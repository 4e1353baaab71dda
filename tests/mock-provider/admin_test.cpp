#include "mock-provider/admin.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "mock-provider/provider.hpp"
#include "support/sanitizers.hpp"

namespace mock_provider::admin_test {
namespace {

/// For ten thousand entries; sanitizers take many times as long.
constexpr long most_milliseconds = prompty_tests::has_sanitizer ? 5'000 : 100;

class AdminRoutes : public testing::Test {
 protected:
  Answer ask(std::string method, std::string target, std::string body = "", Headers headers = {}) {
    return provider.respond({.method = std::move(method),
                             .target = std::move(target),
                             .headers = std::move(headers),
                             .body = std::move(body),
                             .received_at_us = 0});
  }

  Json json(std::string const& method, std::string const& target) { return Json::parse(ask(method, target).body); }

  Provider provider{CheckMode::report, JournalBounds{}};
  std::string const scenario = R"({"steps": [{"respond": {"text": "x"}, "repeat": 2}]})";
  std::string const chat = R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})";
};

TEST_F(AdminRoutes, TellsItsHealth) {
  ask("POST", "/v1/chat/completions", chat);
  EXPECT_EQ(json("GET", "/_mock/health"),
            Json::parse(R"({"status": "ok", "scenarios": 0, "requests": 1, "dropped": 0})"));
}

TEST_F(AdminRoutes, TakesListsAndDropsScenarios) {
  EXPECT_EQ(ask("PUT", "/_mock/scenarios/s", scenario).status, 200);
  ask("POST", "/s/chat/completions", chat);
  Json const shown =
      Json::parse(R"({"name": "s", "steps": 1, "answered": 1, "unplayed": [{"step": 1, "played": 1, "repeat": 2}]})");
  EXPECT_EQ(json("GET", "/_mock/scenarios/s"), shown);
  EXPECT_EQ(json("GET", "/_mock/scenarios"), Json::array({shown}));
  EXPECT_EQ(ask("DELETE", "/_mock/scenarios/s").status, 200);
  EXPECT_EQ(ask("GET", "/_mock/scenarios/s").status, 404);
  EXPECT_EQ(ask("DELETE", "/_mock/scenarios/s").status, 404);
}

TEST_F(AdminRoutes, TakesScenariosAsYaml) {
  Headers const yaml{{"Content-Type", "application/yaml"}};
  EXPECT_EQ(ask("PUT", "/_mock/scenarios/s", "steps: [{respond: {text: x}}]", yaml).status, 200);
  EXPECT_EQ(ask("PUT", "/_mock/scenarios/t", "steps: [{respond: {text: x}}]").status, 400);
}

TEST_F(AdminRoutes, TellsWhatIsWrongWithAScenario) {
  Answer const answer = ask("PUT", "/_mock/scenarios/s", R"({"steps": [{}]})");
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(answer.body, testing::HasSubstr("at /steps/0"));
  EXPECT_EQ(ask("PUT", "/_mock/scenarios/v1", scenario).status, 400);
  EXPECT_EQ(ask("PUT", "/_mock/scenarios/", scenario).status, 400);
}

TEST_F(AdminRoutes, ShowsTheJournalOfOneOrAllScenarios) {
  ask("PUT", "/_mock/scenarios/s", scenario);
  ask("POST", "/s/v1/chat/completions?q=1", chat, {{"Authorization", "Bearer sk-0123456789abcd"}, {"X", "y"}});
  ask("POST", "/v1/chat/completions", "\xFF");
  Json const all = json("GET", "/_mock/requests");
  ASSERT_EQ(all.size(), 2U);
  Json const one = json("GET", "/_mock/requests?scenario=s");
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0], all[0]);
  EXPECT_EQ(one[0].at("path"), "/v1/chat/completions");
  EXPECT_EQ(one[0].at("query"), "q=1");
  EXPECT_EQ(one[0].at("headers"), Json::parse(R"([["Authorization", "Bearer ****abcd"], ["X", "y"]])"));
  EXPECT_EQ(one[0].at("body"), chat);
  EXPECT_EQ(one[0].at("json"), Json::parse(chat));
  EXPECT_EQ(all[1].at("bodyBase64"), "/w==");
  EXPECT_FALSE(all[1].contains("body"));
  EXPECT_EQ(all[1].at("status"), 400);
  EXPECT_EQ(all[1].at("findings").back().at("rule"), "chat.body.json");
}

TEST_F(AdminRoutes, ShowsTheJournalAsJsonLines) {
  ask("POST", "/v1/chat/completions", chat);
  ask("POST", "/v1/chat/completions", chat);
  Answer const answer = ask("GET", "/_mock/requests?format=jsonl&scenario=default");
  EXPECT_EQ(answer.content_type, "application/jsonl");
  EXPECT_EQ(std::count(answer.body.begin(), answer.body.end(), '\n'), 2);
  EXPECT_EQ(Json::parse(answer.body.substr(0, answer.body.find('\n'))).at("sequence"), 1);
}

TEST_F(AdminRoutes, ShowsRequestsAsTheyAreCompared) {
  ask("POST", "/v1/chat/completions?key=secret-of-a-query",
      R"({"tools":[{"type":"function","function":{"name":"f","strict":false}}]})",
      {{"Authorization", "Bearer secret-of-test-abcd"}, {"X", "y"}});
  ask("POST", "/v1/chat/completions", "\xFF");
  Json const all = json("GET", "/_mock/requests?format=plain");
  ASSERT_EQ(all.size(), 2U);
  Json const headers = {{"authorization", "Bearer ****abcd"}, {"x", "y"}};
  EXPECT_EQ(all[0].at("method"), "POST");
  EXPECT_EQ(all[0].at("path").get<std::string>().find("/chat/completions?key="), 0U);
  EXPECT_EQ(all[0].dump().find("secret-of"), std::string::npos);
  EXPECT_EQ(all[0].at("headers"), headers);
  EXPECT_EQ(all[0].at("body"), Json::parse(R"({"tools":[{"type":"function","function":{"name":"f"}}]})"));
  EXPECT_EQ(all[0].at("findings").front().at("rule"), "chat.content-type");
  EXPECT_EQ(all[1].at("body"), "\xEF\xBF\xBD") << "what is no text is replaced";
  EXPECT_EQ(ask("GET", "/_mock/requests?format=yaml").status, 400);
}

TEST_F(AdminRoutes, NotesHowManyItemsAClientHasMade) {
  ask("PUT", "/_mock/scenarios/s", R"({"steps": [], "letsOut": {"items": 2}})");
  EXPECT_EQ(json("POST", "/_mock/scenarios/s/items?count=1"), (Json{{"name", "s"}, {"items", 1}}));
  EXPECT_EQ(ask("POST", "/_mock/scenarios/s/items").status, 400);
  EXPECT_EQ(ask("POST", "/_mock/scenarios/t/items?count=1").status, 404);
  EXPECT_EQ(ask("GET", "/_mock/scenarios/s/items?count=1").status, 405);
  EXPECT_FALSE(json("GET", "/_mock/scenarios/s").contains("late"));
  for (char const* const wrong : {R"({"items": -1})", R"({"patienceMs": 0})", R"({"chunks": 1})", "1"})
    EXPECT_EQ(ask("PUT", "/_mock/scenarios/s", fmt::format(R"({{"steps": [], "letsOut": {}}})", wrong)).status, 400)
        << wrong;
}

TEST_F(AdminRoutes, DoesNotWriteDownItsOwnRequests) {
  ask("GET", "/_mock/health");
  EXPECT_EQ(json("GET", "/_mock/requests").size(), 0U);
}

TEST_F(AdminRoutes, LeadsFromItsAddressToThePage) {
  Answer const answer = ask("GET", "/");
  EXPECT_EQ(answer.status, 302);
  EXPECT_EQ(*header_named(answer.headers, "location"), "/_mock/");
  EXPECT_EQ(json("GET", "/_mock/requests"), Json::array()) << "it is no request to a provider";
  EXPECT_EQ(ask("POST", "/").status, 404);
  provider.close_admin();
  EXPECT_EQ(ask("GET", "/").status, 404);
}

TEST_F(AdminRoutes, ResetsToTheStart) {
  ask("PUT", "/_mock/scenarios/s", scenario);
  ask("POST", "/s/chat/completions", chat);
  EXPECT_EQ(ask("POST", "/_mock/reset").status, 200);
  EXPECT_EQ(json("GET", "/_mock/requests").size(), 0U);
  EXPECT_EQ(json("GET", "/_mock/scenarios/s").at("answered"), 0);
}

TEST_F(AdminRoutes, RefusesUnknownRoutesAndMethods) {
  EXPECT_EQ(ask("GET", "/_mock/nothing").status, 404);
  EXPECT_EQ(ask("GET", "/_mock/reset").status, 405);
  EXPECT_EQ(ask("POST", "/_mock/health").status, 405);
  EXPECT_EQ(ask("POST", "/_mock/scenarios/s").status, 405);
  EXPECT_EQ(ask("HEAD", "/_mock/health").status, 200);
}

TEST_F(AdminRoutes, ShowsTheJournalInPages) {
  for (int request = 0; request < 5; ++request) ask("POST", "/v1/chat/completions", chat);
  Answer const first = ask("GET", "/_mock/requests?limit=2&scenario=default");
  EXPECT_EQ(Json::parse(first.body).size(), 2U);
  ASSERT_NE(header_named(first.headers, "link"), nullptr);
  EXPECT_EQ(*header_named(first.headers, "link"), "</_mock/requests?after=2&limit=2&scenario=default>; rel=\"next\"");
  Answer const last = ask("GET", "/_mock/requests?after=4&limit=2&scenario=default&format=jsonl");
  EXPECT_EQ(Json::parse(last.body).at("sequence"), 5);
  EXPECT_EQ(header_named(last.headers, "link"), nullptr);
  EXPECT_EQ(json("GET", "/_mock/requests").size(), 5U);
  EXPECT_EQ(json("GET", "/_mock/requests?after=9"), Json::array());
}

TEST_F(AdminRoutes, BoundsTheBytesOfAPage) {
  std::string const large = R"({"x": ")" + std::string(17'000'000, 'a') + R"("})";
  for (int request = 0; request < 2; ++request) ask("POST", "/v1/chat/completions", large);
  Answer const page = ask("GET", "/_mock/requests");
  EXPECT_EQ(Json::parse(page.body).size(), 1U);
  EXPECT_NE(header_named(page.headers, "link"), nullptr);
}

TEST_F(AdminRoutes, FiltersTheJournal) {
  ask("PUT", "/_mock/scenarios/s", scenario);
  ask("POST", "/s/v1/chat/completions", chat);
  ask("POST", "/v1/messages", "{");
  ask("GET", "/v1/models");
  auto const sequences = [&](std::string const& query) {
    std::vector<int> found;
    for (Json const& entry : json("GET", "/_mock/requests?" + query)) found.push_back(entry.at("sequence"));
    return found;
  };
  EXPECT_THAT(sequences("path=/v1/m*"), testing::ElementsAre(2, 3));
  EXPECT_THAT(sequences("path=%2Fv1%2Fmodels"), testing::ElementsAre(3));
  EXPECT_THAT(sequences("status=2xx"), testing::ElementsAre(1, 3));
  EXPECT_THAT(sequences("status=400"), testing::ElementsAre(2));
  EXPECT_THAT(sequences("scenario=s&status=200&since=0"), testing::ElementsAre(1));
  EXPECT_THAT(sequences("since=1"), testing::IsEmpty());
  EXPECT_THAT(sequences("since=1970-01-01T00:00:00Z&findings=only"), testing::ElementsAre(1, 2, 3));
  Answer const page = ask("GET", "/_mock/requests?status=2xx&limit=1&path=/v1/*");
  EXPECT_EQ(*header_named(page.headers, "link"),
            "</_mock/requests?after=1&limit=1&status=2xx&path=/v1/*>; rel=\"next\"");
}

TEST_F(AdminRoutes, ExplainsAnAnswer) {
  ask("PUT", "/_mock/scenarios/s", R"({"steps": [{"match": {"model": "x"}, "respond": {"text": "no"}},
                                                  {"respond": {"text": "yes"}}]})");
  Answer const answer = ask("POST", "/s/chat/completions", chat);
  ask("POST", "/s/chat/completions", R"({"model": "x", "stream": true})");
  Json const all = json("GET", "/_mock/requests");
  EXPECT_EQ(all[0].at("choice"), Json::parse(R"({"step": 2, "passedOver": [
    {"from": 1, "to": 1, "reason": "model is \"m\", not one that equals \"x\""}]})"));
  EXPECT_EQ(all[0].at("requestId"), *header_named(answer.headers, "x-request-id"));
  EXPECT_EQ(all[0].at("answer").at("body"), answer.body);
  EXPECT_EQ(all[0].at("answer").at("bytes"), answer.body.size());
  EXPECT_EQ(all[1].at("choice").at("step"), 1);
  EXPECT_EQ(all[1].at("answer").at("events").back(), "data: [DONE]");
  EXPECT_FALSE(all[1].at("answer").contains("body"));
}

TEST_F(AdminRoutes, ForgetsTheRequestsOfOneOrAllScenarios) {
  ask("PUT", "/_mock/scenarios/s", scenario);
  ask("POST", "/s/chat/completions", chat);
  ask("POST", "/chat/completions", chat);
  EXPECT_EQ(Json::parse(ask("PUT", "/_mock/scenarios/s", scenario).body).at("after"), 2);
  EXPECT_EQ(json("GET", "/_mock/requests?scenario=s").size(), 1U);
  for (char const* const query : {"status=200", "limit=1", "after=1", "before=2", "format=jsonl"}) {
    EXPECT_EQ(ask("DELETE", std::string("/_mock/requests?") + query).status, 400) << query;
  }
  EXPECT_EQ(ask("GET", "/_mock/requests?before=2").status, 400) << "a list begins after an entry";
  EXPECT_EQ(ask("DELETE", "/_mock/requests?scenario=s").body, R"({"requests":1})");
  EXPECT_EQ(json("GET", "/_mock/requests?scenario=s").size(), 0U);
  EXPECT_EQ(ask("DELETE", "/_mock/requests").body, R"({"requests":0})");
}

TEST_F(AdminRoutes, KeepsThePlainBeginningOfALongAnswer) {
  ask("PUT", "/_mock/scenarios/s", Json{{"steps", {{{"respond", {{"text", std::string(9'000, 'a')}}}}}}}.dump());
  ask("POST", "/s/chat/completions", chat);
  Json const answer = json("GET", "/_mock/requests")[0].at("answer");
  EXPECT_EQ(answer.at("kept"), 4'096);
  EXPECT_EQ(answer.at("body").get<std::string>().size(), 4'096U);
  EXPECT_GT(answer.at("bytes"), 9'000);
}

TEST_F(AdminRoutes, ListsTenThousandRequestsInATenthOfASecond) {
  Json question = Json::parse(chat);
  question["tools"] =
      Json::array({{{"type", "function"}, {"function", {{"name", "f"}, {"parameters", Json::object()}}}}});
  Headers headers{{"content-type", "application/json"}, {"authorization", "Bearer sk-0123456789abcd"}};
  for (int header = 0; header < 10; ++header)
    headers.emplace_back("x-stainless-" + std::to_string(header), "some value");
  std::string const body = question.dump();
  for (int request = 0; request < 10'000; ++request) ask("POST", "/v1/chat/completions", body, headers);
  // The time of this thread alone, as other programs share the machine; the best of three, as they share its caches.
  auto const milliseconds_of = [](std::function<void()> const& work) {
    auto const thread_milliseconds = [] {
      timespec now{};
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
      return now.tv_sec * 1'000 + now.tv_nsec / 1'000'000;
    };
    auto least = std::numeric_limits<decltype(thread_milliseconds())>::max();
    for (int time = 0; time < 3; ++time) {
      auto const start = thread_milliseconds();
      work();
      least = std::min(least, thread_milliseconds() - start);
    }
    return least;
  };
  Answer all;
  EXPECT_LT(milliseconds_of([&] { all = ask("GET", "/_mock/requests?format=jsonl"); }), most_milliseconds);
  EXPECT_EQ(std::count(all.body.begin(), all.body.end(), '\n'), 10'000);
  Answer page;
  EXPECT_LT(milliseconds_of([&] { page = ask("GET", "/_mock/"); }), most_milliseconds);
  EXPECT_THAT(page.body, testing::HasSubstr("10000 requests"));
}

TEST_F(AdminRoutes, RefusesPagesThatAreNone) {
  for (char const* const query :
       {"limit=0", "limit=10001", "limit=x", "limit=", "after=-1", "status=x", "since=now", "since=2026-13-01T00:00Z",
        "findings=all", "format=xml", "statu=200", "limit=2&limit=3"}) {
    EXPECT_EQ(ask("GET", std::string("/_mock/requests?") + query).status, 400) << query;
  }
}

TEST_F(AdminRoutes, MasksKeysWhereverTheyAreShown) {
  ask("POST", "/v1/chat/completions?key=AIza0123456789abcd", chat, {{"Cookie", "session=0123456789abcd"}});
  for (char const* const place : {"/_mock/requests", "/_mock/requests?format=jsonl", "/_mock/"}) {
    std::string const shown = ask("GET", place).body;
    EXPECT_THAT(shown, testing::HasSubstr("key=****abcd"));
    EXPECT_THAT(shown, testing::Not(testing::HasSubstr("0123456789"))) << place;
  }
}

TEST_F(AdminRoutes, MasksKeysThatNoStepOfAScenarioExpects) {
  std::string const step = R"(, "respond": {"text": "x"}})";
  for (std::string const part : {R"("headers": {"authorization": {"equals": "Bearer other"}})",
                                 R"("headers": {"authorization": "Bearer other"})",
                                 R"("headers": {"cookie": {"regex": "^a=1$"}})", R"("query": "key=other")"}) {
    std::string const played = fmt::format(R"({{"steps": [{{"match": {{{}}}{}]}})", part, step);
    ASSERT_EQ(ask("PUT", "/_mock/scenarios/s", played).status, 200);
    Answer const refused = ask("POST", "/s/v1/chat/completions?key=AIza0123456789abcd", chat,
                               {{"Authorization", "Bearer sk-0123456789abcd"}, {"Cookie", "session=0123456789abcd"}});
    EXPECT_EQ(refused.status, 404) << part;
    EXPECT_THAT(refused.body, testing::HasSubstr("****abcd")) << part;
    EXPECT_THAT(refused.body, testing::Not(testing::HasSubstr("0123456789"))) << part;
  }
  for (char const* const place : {"/_mock/requests", "/_mock/requests?format=jsonl", "/_mock/"})
    EXPECT_THAT(ask("GET", place).body, testing::Not(testing::HasSubstr("0123456789"))) << place;
}

}  // namespace
}  // namespace mock_provider::admin_test

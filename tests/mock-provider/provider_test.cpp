#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/provider.hpp"
#include "mock-provider/scenario/closed_object.hpp"

namespace mock_provider::provider_test {
namespace {

Request chat_request(std::string target, std::string body) {
  return {.method = "POST",
          .target = std::move(target),
          .headers = {{"authorization", "Bearer sk-0123456789abcd"}, {"content-type", "application/json"}},
          .body = std::move(body),
          .received_at_us = 42};
}

std::string const sound = R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})";
std::string const broken = R"({"model": "m", "messages": [{"role": "usr", "content": "hi"}]})";

Json error_of(Answer const& answer) {
  return Json::parse(answer.body).at("error");
}

class ProviderRoutes : public testing::Test {
 protected:
  Provider provider{CheckMode::report, JournalBounds{}};
};

TEST_F(ProviderRoutes, AnswersWithoutAScenarioTheSameToTheSame) {
  Answer const first = provider.respond(chat_request("/v1/chat/completions", sound));
  Answer const second = provider.respond(chat_request("/v1/chat/completions", sound));
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.body, second.body);
  EXPECT_NE(*header_named(first.headers, "x-request-id"), *header_named(second.headers, "x-request-id"));
}

TEST_F(ProviderRoutes, PlaysAScenarioBelowItsName) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "from s"}}]})"));
  Answer const answer = provider.respond(chat_request("/s/v1/chat/completions", sound));
  EXPECT_EQ(Json::parse(answer.body).at("choices")[0].at("message").at("content"), "from s");
  EXPECT_EQ(provider.respond(chat_request("/v1/chat/completions", sound)).status, 200);
  EXPECT_EQ(provider.respond(chat_request("/s/v1/chat/completions", sound)).status, 404);
}

TEST_F(ProviderRoutes, PlaysTheDefaultScenarioWithoutAPrefix) {
  provider.put_scenario("default", Json::parse(R"({"steps": [{"respond": {"error": {"status": 503}}}]})"));
  EXPECT_EQ(provider.respond(chat_request("/v1/chat/completions", sound)).status, 503);
}

TEST_F(ProviderRoutes, TellsTheDifferenceWhenNoStepMatches) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"match": {"body": {"$subset": {"model": "other"}}},
                                                        "respond": {"text": ""}}]})"));
  Answer const answer = provider.respond(chat_request("/s/v1/chat/completions", sound));
  EXPECT_EQ(answer.status, 404);
  Json const error = error_of(answer);
  EXPECT_EQ(error.at("param"), "model");
  EXPECT_EQ(error.at("code"), "mock_no_matching_step");
  EXPECT_EQ(error.at("type"), "invalid_request_error");
  EXPECT_THAT(
      error.at("message").get<std::string>(),
      testing::AllOf(testing::HasSubstr("step 1 of 1"), testing::HasSubstr("\"other\""), testing::HasSubstr("\"m\"")));
}

TEST_F(ProviderRoutes, GiveTheDefaultScenarioWholePathsOfNoOther) {
  provider.put_scenario("default", Json::parse(R"({
      "steps": [{"match": {"path": "/rerank/v2"}, "respond": {"raw": {"text": "ranked"}}, "repeat": "always"},
                {"match": {"path": "/api/tags"}, "respond": {"raw": {"text": "tags"}}},
                {"respond": {"text": "a model"}, "repeat": "always"}],
      "mcp": {"tools": [{"name": "f"}]}})"));
  EXPECT_EQ(provider.respond(chat_request("/rerank/v2?a=b", "{}")).body, "ranked");
  EXPECT_EQ(provider.journal().all().back()->scenario, "default");
  EXPECT_EQ(provider.journal().all().back()->path, "/rerank/v2");
  EXPECT_EQ(provider.journal().all().back()->query, "a=b");
  EXPECT_EQ(provider.respond(chat_request("/api/tags", "{}")).body, "tags");
  EXPECT_EQ(error_of(provider.respond(chat_request("/api/other", "{}"))).at("code"), "mock_no_matching_step");
  Answer const tools = provider.respond(chat_request("/mcp", R"({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})"));
  EXPECT_EQ(Json::parse(tools.body).at("result").at("tools")[0].at("name"), "f");
  // A name that is misspelt is still one.
  Answer const unknown = provider.respond(chat_request("/weathr/v1/chat/completions", sound));
  EXPECT_EQ(error_of(unknown).at("code"), "mock_unknown_scenario");
  EXPECT_EQ(provider.journal().all().back()->scenario, "weathr");
  provider.put_scenario("rerank",
                        Json::parse(R"({"steps": [{"match": {"path": "/v2"}, "respond": {"text": "own"}}]})"));
  EXPECT_THAT(provider.respond(chat_request("/rerank/v2", "{}")).body, testing::HasSubstr("own"));
}

TEST_F(ProviderRoutes, NamesAScenarioThatIsNotThere) {
  Answer const answer = provider.respond(chat_request("/nobody/v1/chat/completions", sound));
  EXPECT_EQ(answer.status, 404);
  EXPECT_THAT(error_of(answer).at("message").get<std::string>(), testing::HasSubstr("PUT /_mock/scenarios/nobody"));
}

std::string joined(Answer const& answer) {
  std::string text;
  for (std::string const& frame : answer.events.value_or(EventFrames{}).frames) text += frame;
  return text;
}

TEST_F(ProviderRoutes, StreamWithAndWithoutAScenario) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "x"}}]})"));
  std::string const streaming = R"({"model": "m", "messages": [{"role": "user", "content": "hi"}], "stream": true})";
  for (std::string const target : {"/v1/chat/completions", "/s/v1/chat/completions"}) {
    Answer const answer = provider.respond(chat_request(target, streaming));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.content_type, "text/event-stream; charset=utf-8");
    EXPECT_THAT(joined(answer), testing::EndsWith("data: [DONE]\n\n"));
  }
}

TEST_F(ProviderRoutes, PlaysTheChunksOfAStepAsAnEventStream) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"chunks": [{"a": 1}, {"type": "b"}]},
                                                         "repeat": 3}]})"));
  std::string const streaming = R"({"model": "m", "messages": [{"role": "user", "content": "hi"}], "stream": true})";
  EXPECT_EQ(joined(provider.respond(chat_request("/s/v1/chat/completions", streaming))),
            "data: {\"a\":1}\n\ndata: {\"type\":\"b\"}\n\ndata: [DONE]\n\n");
  for (std::string const target : {"/s/v1/responses", "/s/v1/messages"}) {
    EXPECT_EQ(joined(provider.respond(chat_request(target, streaming))),
              "data: {\"a\":1}\n\nevent: b\ndata: {\"type\":\"b\"}\n\n");
  }
}

TEST_F(ProviderRoutes, TakeTheDeploymentForTheModel) {
  std::string const body = R"({"messages": [{"role": "user", "content": "hi"}]})";
  std::string const target = "/openai/deployments/my-model/chat/completions";
  Answer const answer = provider.respond(chat_request(target + "?api-version=2024-10-21", body));
  EXPECT_EQ(Json::parse(answer.body).at("model"), "my-model");
  EXPECT_THAT(provider.journal().all().back()->findings, testing::IsEmpty());
  static_cast<void>(provider.respond(chat_request(target, body)));
  ASSERT_EQ(provider.journal().all().back()->findings.size(), 1U);
  EXPECT_EQ(provider.journal().all().back()->findings[0].rule, "azure.api-version");
}

TEST_F(ProviderRoutes, AnswerApisByMatchersAlone) {
  provider.put_scenario("s", Json::parse(R"({"steps": [
      {"match": {"method": "GET", "path": "/api/weather"}, "respond": {"body": {"f": 72}}},
      {"respond": {"text": "x"}}]})"));
  Request request = chat_request("/s/api/weather", "");
  request.method = "GET";
  EXPECT_EQ(Json::parse(provider.respond(request).body), Json::parse(R"({"f": 72})"));
  request.target = "/s/api/rain";
  Answer const answer = provider.respond(request);
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(error_of(answer).at("code"), "mock_no_matching_step");
}

TEST_F(ProviderRoutes, RefusesBodiesThatAreNoJsonObjectBeforeAStepIsTaken) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "x"}}]})"));
  Answer const answer = provider.respond(chat_request("/s/v1/chat/completions", "{\n nonsense"));
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(error_of(answer).at("message").get<std::string>(), testing::HasSubstr("line 2, column 3"));
  EXPECT_EQ(provider.respond(chat_request("/s/v1/chat/completions", "[]")).status, 400);
  EXPECT_EQ(provider.scenarios().find("s")->turns(), 0U);
}

TEST_F(ProviderRoutes, PlaysTheOtherInterfacesLikeChat) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "from s"}, "repeat": 3}]})"));
  Answer const vectors = provider.respond(chat_request("/s/v1/embeddings", R"({"model": "m", "input": "a"})"));
  EXPECT_EQ(Json::parse(vectors.body).at("data")[0].at("object"), "embedding");
  Answer const images = provider.respond(chat_request("/s/v1/images/generations", R"({"prompt": "a"})"));
  EXPECT_TRUE(Json::parse(images.body).at("data")[0].contains("b64_json"));
  Answer const response = provider.respond(chat_request("/s/v1/responses", R"({"model": "m", "input": "a"})"));
  EXPECT_EQ(Json::parse(response.body).at("output")[0].at("content")[0].at("text"), "from s");
  EXPECT_EQ(provider.scenarios().find("s")->turns(), 3U);
  EXPECT_EQ(provider.respond(chat_request("/s/v1/responses", R"({"model": "m", "input": "a"})")).status, 404);
}

TEST_F(ProviderRoutes, ChecksTheOtherInterfacesByTheirOwnRules) {
  static_cast<void>(provider.respond(chat_request("/v1/responses", R"({"model": "m", "input": "a", "seed": 1})")));
  ASSERT_EQ(provider.journal().all().size(), 1U);
  EXPECT_EQ(provider.journal().all()[0]->findings[0].rule, "responses.field.unknown");
  EXPECT_EQ(provider.respond(chat_request("/v1/embeddings", R"({"model": "m", "input": "a"})")).status, 200);
}

TEST_F(ProviderRoutes, ListsItsModels) {
  Request request{.method = "GET", .target = "/v1/models", .headers = {}, .body = "", .received_at_us = 0};
  Json const list = Json::parse(provider.respond(request).body);
  EXPECT_EQ(list.at("object"), "list");
  EXPECT_EQ(list.at("data")[0].at("object"), "model");
  request.target = "/models/gpt-4o";
  EXPECT_EQ(Json::parse(provider.respond(request).body).at("id"), "gpt-4o");
  request.target = "/v1/models/none";
  Answer const answer = provider.respond(request);
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(error_of(answer).at("code"), "model_not_found");
  request.method = "POST";
  EXPECT_EQ(provider.respond(request).status, 405);
}

TEST_F(ProviderRoutes, RefusesUnknownRoutesAndMethods) {
  Answer const unknown = provider.respond(chat_request("/v1/nothing?x=1", sound));
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(error_of(unknown).at("message"), "Invalid URL (POST /v1/nothing).");
  Request request = chat_request("/v1/chat/completions", "");
  request.method = "GET";
  EXPECT_EQ(provider.respond(request).status, 405);
}

TEST_F(ProviderRoutes, LetsStepsThatNameAPathAnswerAnyRoute) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"match": {"path": "/api/x", "body": {"a": 1}},
                                                        "respond": {"body": "found"}}]})"));
  EXPECT_EQ(provider.respond(chat_request("/s/api/y", R"({"a": 1})")).status, 404);
  EXPECT_EQ(provider.respond(chat_request("/s/api/x", R"({"a": 1})")).body, "\"found\"");
}

TEST_F(ProviderRoutes, WritesDownWhatItReceives) {
  static_cast<void>(provider.respond(chat_request("/v1/chat/completions?x=1", broken)));
  Journal::Entries const entries = provider.journal().of_scenario("default");
  ASSERT_EQ(entries.size(), 1U);
  JournalEntry const& entry = *entries[0];
  EXPECT_EQ(entry.method, "POST");
  EXPECT_EQ(entry.path, "/v1/chat/completions");
  EXPECT_EQ(entry.query, "x=1");
  EXPECT_EQ(entry.body, broken);
  EXPECT_EQ(entry.received_at_us, 42);
  EXPECT_EQ(entry.status, 200);
  EXPECT_THAT(entry.headers, testing::Contains(testing::Pair("authorization", "Bearer sk-0123456789abcd")));
  ASSERT_EQ(entry.findings.size(), 1U);
  EXPECT_EQ(entry.findings[0].pointer, "/messages/0/role");
}

TEST_F(ProviderRoutes, StartsAScenarioAfreshWhenItIsPutAgain) {
  Json const scenario = Json::parse(R"({"steps": [{"respond": {"text": "x"}}]})");
  provider.put_scenario("s", scenario);
  std::string const first = provider.respond(chat_request("/s/chat/completions", sound)).body;
  provider.put_scenario("s", scenario);
  EXPECT_EQ(provider.journal().of_scenario("s").size(), 1U) << "what was received stays";
  EXPECT_EQ(provider.respond(chat_request("/s/chat/completions", sound)).body, first);
}

TEST_F(ProviderRoutes, KeepsTheRequestsOfAScenarioThatIsRemoved) {
  provider.put_scenario("s", Json::parse(R"({"steps": []})"));
  static_cast<void>(provider.respond(chat_request("/s/chat/completions", sound)));
  provider.remove_scenario("s");
  EXPECT_EQ(provider.journal().of_scenario("s").size(), 1U);
  EXPECT_THROW(provider.put_scenario("a/b", Json::parse(R"({"steps": []})")), ScenarioError);
}

TEST(ProviderAdmin, IsClosedToAllButTheProgramThatHoldsTheMock) {
  Provider provider(CheckMode::report, JournalBounds{});
  provider.close_admin();
  provider.put_scenario("s", Json::parse(R"({"steps": []})"));
  for (char const* path : {"/_mock/", "/_mock/scenarios", "/_mock/scenarios/s", "/_mock/requests", "/_mock/health"}) {
    Request request = chat_request(path, "");
    request.method = "GET";
    Answer const answer = provider.respond(request);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_THAT(answer.body, testing::HasSubstr("keeps /_mock/ to itself")) << path;
  }
  Request reset = chat_request("/_mock/reset", "");
  EXPECT_EQ(provider.respond(reset).status, 404);
  EXPECT_EQ(provider.respond(chat_request("/v1/chat/completions", sound)).status, 200);
}

TEST_F(ProviderRoutes, SayOfAStepThatCannotAnswerWhatNoProviderSays) {
  Provider unchecked(CheckMode::off, JournalBounds{});
  Json const steps = Json::parse(R"({"steps": [{"respond": {"chunks": []}}, {"respond": {"text": "never"}}]})");
  struct Route {
    char const* path;
    std::string body;
  };
  for (Route const& route : {Route{"/v1/chat/completions", sound}, Route{"/v1/responses", R"({"input": "hi"})"},
                             Route{"/v1/messages", sound}}) {
    unchecked.put_scenario("s", steps);
    for (int time = 0; time < 2; ++time) {
      Answer const answer = unchecked.respond(chat_request(std::string("/s") + route.path, route.body));
      EXPECT_EQ(answer.status, 501);
      EXPECT_EQ(answer.content_type, "text/plain; charset=utf-8");
      EXPECT_THAT(answer.body, testing::StartsWith(R"(Step 1 of the mock scenario "s" (/steps/0) has "chunks", but)"));
      EXPECT_EQ(*header_named(answer.headers, "x-should-retry"), "false");
    }
    std::vector<UnplayedStep> const unplayed = unchecked.scenarios().find("s")->unplayed();
    ASSERT_EQ(unplayed.size(), 2U) << route.path;
    EXPECT_EQ(unplayed.front().played, 0U);
    std::shared_ptr<JournalEntry const> const entry = unchecked.journal().all().back();
    ASSERT_EQ(entry->findings.size(), 1U);
    EXPECT_EQ(entry->findings.front().rule, "scenario.step.fits");
    EXPECT_EQ(entry->choice->step, 0U);
  }
}

TEST(ProviderCheckModes, EnforceAnswersAsTheProviderWould) {
  Provider provider(CheckMode::enforce, JournalBounds{});
  Answer const answer = provider.respond(chat_request("/v1/chat/completions", broken));
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(error_of(answer).at("param"), "messages[0].role");
  EXPECT_EQ(error_of(answer).at("code"), "invalid_value");
  EXPECT_THAT(error_of(answer).at("message").get<std::string>(), testing::HasSubstr("chat.message.role"));
  Request request = chat_request("/v1/chat/completions", sound);
  request.headers.erase(request.headers.begin());
  Answer const keyless = provider.respond(request);
  EXPECT_EQ(keyless.status, 401);
  EXPECT_TRUE(error_of(keyless).at("param").is_null());
  EXPECT_TRUE(error_of(keyless).at("code").is_null());
  EXPECT_EQ(provider.respond(chat_request("/v1/chat/completions", sound)).status, 200);
}

TEST(ProviderCheckModes, OffLooksAtNothing) {
  Provider provider(CheckMode::off, JournalBounds{});
  EXPECT_EQ(provider.respond(chat_request("/v1/chat/completions", broken)).status, 200);
  EXPECT_THAT(provider.journal().all()[0]->findings, testing::IsEmpty());
}

}  // namespace
}  // namespace mock_provider::provider_test

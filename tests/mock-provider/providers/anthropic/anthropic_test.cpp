#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/provider.hpp"
#include "mock-provider/providers/anthropic/anthropic.hpp"

namespace mock_provider::anthropic_test {
namespace {

std::string const sound = R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "hi"}]})";
std::string const broken = R"({"model": "m", "max_tokens": 9, "messages": [{"role": "tool", "content": "hi"}]})";

Request message_request(std::string target, std::string body) {
  return {.method = "POST",
          .target = std::move(target),
          .headers = {{"x-api-key", "k"}, {"anthropic-version", "2023-06-01"}, {"content-type", "application/json"}},
          .body = std::move(body),
          .received_at_us = 0};
}

std::string message_of(Answer const& answer) {
  return Json::parse(answer.body).at("error").at("message").get<std::string>();
}

class AnthropicRoute : public testing::Test {
 protected:
  Answer ask(std::string const& target, std::string const& body) {
    return provider.respond(message_request(target, body));
  }

  Provider provider{CheckMode::report, JournalBounds{}};
};

TEST_F(AnthropicRoute, AnswersWithoutAScenarioTheSameToTheSame) {
  Answer const first = ask("/v1/messages", sound);
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(Json::parse(first.body).at("type"), "message");
  EXPECT_EQ(first.body, ask("/v1/messages", sound).body);
  EXPECT_NE(header_named(first.headers, "request-id"), nullptr);
  EXPECT_EQ(header_named(first.headers, "x-request-id"), nullptr);
}

TEST_F(AnthropicRoute, PlaysAScenario) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "from s"}}]})"));
  Answer const answer = ask("/s/v1/messages", sound);
  EXPECT_EQ(Json::parse(answer.body).at("content")[0].at("text"), "from s");
  Answer const none = ask("/s/v1/messages", sound);
  EXPECT_EQ(none.status, 404);
  EXPECT_THAT(message_of(none), testing::HasSubstr("has been played"));
}

TEST_F(AnthropicRoute, SignsErrorsInHeaderAndBody) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"error": {"status": 529}}},
                                     {"respond": {"error": {"status": 400}, "headers": {"request-id": "own"}}},
                                     {"respond": {"fault": {"kind": "html"}}}]})"));
  Answer const overloaded = ask("/s/v1/messages", sound);
  EXPECT_EQ(overloaded.status, 529);
  EXPECT_EQ(Json::parse(overloaded.body).at("error").at("type"), "overloaded_error");
  EXPECT_EQ(Json::parse(overloaded.body).at("request_id"), *header_named(overloaded.headers, "request-id"));
  EXPECT_EQ(Json::parse(ask("/s/v1/messages", sound).body).at("request_id"), "own");
  EXPECT_THAT(ask("/s/v1/messages", sound).body, testing::StartsWith("<!DOCTYPE html>"));
}

TEST_F(AnthropicRoute, RefusesInTheProvidersShape) {
  EXPECT_EQ(Json::parse(ask("/nobody/v1/messages", sound).body).at("error").at("type"), "not_found_error");
  EXPECT_THAT(message_of(ask("/v1/messages", "{\n nonsense")), testing::HasSubstr("line 2, column 3"));
  EXPECT_THAT(message_of(ask("/v1/messages", "[]")), testing::HasSubstr("JSON object"));
  Request request = message_request("/v1/messages", "");
  request.method = "GET";
  EXPECT_EQ(provider.respond(request).status, 405);
}

TEST_F(AnthropicRoute, StreamsEvents) {
  Json streaming = Json::parse(sound);
  streaming["stream"] = true;
  Answer const answer = ask("/v1/messages", streaming.dump());
  EXPECT_EQ(answer.content_type, "text/event-stream; charset=utf-8");
  ASSERT_TRUE(answer.events);
  EXPECT_THAT(answer.events->frames.front(), testing::StartsWith("event: message_start\n"));
  EXPECT_THAT(answer.events->frames.back(), testing::StartsWith("event: message_stop\n"));
}

TEST_F(AnthropicRoute, KeepsNoConversationsAndTakesNoStepForThem) {
  provider.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "x"}}]})"));
  Json threaded = Json::parse(sound);
  threaded["thread"] = {{"type", "create"}};
  Answer const answer = ask("/s/v1/messages", threaded.dump());
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(Json::parse(answer.body).at("error").at("details").at("error_code"), "thread_unsupported_request");
  EXPECT_EQ(provider.scenarios().find("s")->turns(), 0U);
  threaded["thread"] = nullptr;
  EXPECT_EQ(ask("/s/v1/messages", threaded.dump()).status, 200);
}

TEST_F(AnthropicRoute, RefusesRoutesThatTheMockDoesNotKnowInTheProvidersShape) {
  Answer const unknown = ask("/v1/skills", "{}");
  EXPECT_EQ(unknown.status, 404);
  EXPECT_EQ(Json::parse(unknown.body).at("error").at("type"), "not_found_error");
  EXPECT_THAT(message_of(unknown),
              testing::StartsWith("Invalid URL (POST /v1/skills). The mock does not serve skills: "));
  EXPECT_NE(header_named(unknown.headers, "request-id"), nullptr);
  provider.put_scenario("s", Json::parse(R"({"steps": [{"match": {"path": "/v1/messages/batches"},
      "respond": {"body": {"id": "batch_1"}}}]})"));
  EXPECT_EQ(ask("/s/v1/messages/batches", R"({"stream": true})").body, R"({"id":"batch_1"})");
}

TEST_F(AnthropicRoute, ListsModelsWhenTheVersionIsSent) {
  Request request = message_request("/v1/models?limit=1", "");
  request.method = "GET";
  Answer const answer = provider.respond(request);
  Json const page = Json::parse(answer.body);
  EXPECT_EQ(page.at("data").size(), 1U);
  EXPECT_EQ(page.at("has_more"), true);
  EXPECT_NE(header_named(answer.headers, "request-id"), nullptr);
  request.headers.clear();
  EXPECT_EQ(Json::parse(provider.respond(request).body).at("object"), "list");
}

TEST_F(AnthropicRoute, NotesFindings) {
  EXPECT_EQ(ask("/v1/messages", broken).status, 200);
  Journal::Entries const entries = provider.journal().of_scenario("default");
  ASSERT_EQ(entries.size(), 1U);
  ASSERT_EQ(entries[0]->findings.size(), 1U);
  EXPECT_EQ(entries[0]->findings[0].rule, "messages.message.role");
}

TEST(AnthropicCheck, IsEnforcedInTheProvidersWords) {
  Provider provider{CheckMode::enforce, JournalBounds{}};
  Answer const refused = provider.respond(message_request("/v1/messages", broken));
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(message_of(refused), testing::StartsWith("messages.0.role: "));
  Request without_key = message_request("/v1/messages", sound);
  without_key.headers.erase(without_key.headers.begin());
  EXPECT_EQ(provider.respond(without_key).status, 401);
  EXPECT_EQ(provider.respond(message_request("/v1/messages", sound)).status, 200);
}

}  // namespace
}  // namespace mock_provider::anthropic_test

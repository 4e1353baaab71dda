#include "mock-provider/recording/recorder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/recording/recorded_step.hpp"
#include "mock-provider/scenario/scenario_file.hpp"
#include "mock-provider/server.hpp"
#include "mock-provider/support/chat.hpp"
#include "mock-provider/values/encoding.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

namespace mock_provider::recorder_test {
namespace {

using mock_provider_tests::post;
using mock_provider_tests::sound_request;
using prompty_tests::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

std::string const chat = "/v1/chat/completions";

Json streaming(std::string const& text) {
  Json request = sound_request(text);
  request["stream"] = true;
  return request;
}

/// A server in the place of a real provider, and one that records what it answers.
class HttpRecording : public testing::Test {
 protected:
  HttpRecording() : recording_({.recording = RecordingOptions{.url = provider_.base_url() + "/p/v1", .file = file_}}) {
    provider_.put_scenario("p", Json::parse(R"({"steps": [
      {"respond": {"body": {"odd":  [1.50, "ü"]}, "headers": {"set-cookie": "session=0123456789", "x-ratelimit-limit-requests": "7"}}},
      {"respond": {"text": "It is 72°F.", "headers": {"x-request-id": "req_of_the_provider"}}},
      {"respond": {"error": {"status": 429, "retryAfterMs": 20}}}]})"));
  }

  /// A server that plays what was recorded.
  [[nodiscard]] std::unique_ptr<Server> replaying() const {
    std::unique_ptr<Server> server = std::make_unique<Server>(ServerOptions{});
    scenario_file::Loaded const recorded = scenario_file::load(file_);
    server->put_scenario(recorded.name, recorded.value);
    return server;
  }

  TemporaryFolder const folder_;
  std::string const file_ = folder_.path() + "/recorded.json";
  Server provider_{ServerOptions{}};
  Server recording_;
};

TEST_F(HttpRecording, IsReplayedByteForByte) {
  std::vector<Json> const requests = {sound_request("first"), streaming("second"), sound_request("third")};
  std::vector<httplib::Response> first;
  for (Json const& request : requests) {
    httplib::Result const answer = post(recording_.port(), chat, request);
    ASSERT_TRUE(answer);
    first.push_back(*answer);
  }
  EXPECT_EQ(first[0].body, "{\"odd\":[1.5,\"ü\"]}");
  EXPECT_THAT(first[1].body, HasSubstr("data: [DONE]"));
  EXPECT_EQ(first[2].status, 429);
  EXPECT_EQ(recording_.recording(), (RecordingCounts{.recorded = 3, .left_out = 0}));
  std::unique_ptr<Server> const replaying = this->replaying();
  // In another order: each step knows its request.
  for (std::size_t const index : {2U, 0U, 1U}) {
    httplib::Result const again = post(replaying->port(), chat, requests[index]);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->status, first[index].status);
    EXPECT_EQ(again->body, first[index].body);
    for (char const* const header : {"Content-Type", "x-request-id", "retry-after-ms", "x-ratelimit-limit-requests"})
      EXPECT_EQ(again->get_header_value(header), first[index].get_header_value(header)) << header;
  }
  EXPECT_EQ(first[1].get_header_value("x-request-id"), "req_of_the_provider");
  EXPECT_TRUE(replaying->unplayed().empty());
}

TEST_F(HttpRecording, PassesOnTheKeyAndWritesItDownNowhere) {
  Json request = sound_request("my key is sk-test-0123456789, keep it");
  request["tools"] = Json::parse(R"([{"type": "mcp", "authorization": "mcp-secret-0001"}])");
  provider_.put_scenario("p", Json::parse(R"({"steps": [{"respond": {"body":
      {"error": "wrong key sk-test-0123456789", "client_secret": {"value": "ek-secret-0002"}}}}]})"));
  httplib::Client client("127.0.0.1", recording_.port());
  httplib::Result const answer =
      client.Post("/v1/chat/completions?api-version=1&key=query-secret-0003",
                  {{"Authorization", "Bearer sk-test-0123456789"}}, json_text::dump(request), "application/json");
  ASSERT_TRUE(answer);
  std::vector<JournalEntry> const received = provider_.requests("p");
  ASSERT_EQ(received.size(), 1U);
  EXPECT_EQ(*header_named(received[0].headers, "authorization"), "Bearer sk-test-0123456789");
  EXPECT_EQ(received[0].query, "api-version=1&key=query-secret-0003");
  std::string const written = prompty_tests::text_of(file_);
  for (char const* const secret : {"sk-test-0123456789", "mcp-secret-0001", "ek-secret-0002", "query-secret-0003"})
    EXPECT_THAT(written, Not(HasSubstr(secret)));
  EXPECT_THAT(written, HasSubstr("wrong key ********"));
  // Another key plays it.
  httplib::Result const again = post(replaying()->port(), chat, request);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->status, 200);
}

TEST_F(HttpRecording, WritesNoKeyDownInAnotherSpelling) {
  provider_.put_scenario("p", Json::parse(R"({"steps": [{"respond": {"body":
      {"key": "query+secret/01", "session": "cookie-secret-02", "other": "cookie-secret-03"}}}]})"));
  httplib::Client client("127.0.0.1", recording_.port());
  httplib::Result const answer = client.Post("/v1/chat/completions?key=query%2Bsecret%2F01",
                                             {{"Cookie", "theme=dark; a=cookie-secret-02;b=cookie-secret-03"}},
                                             json_text::dump(sound_request()), "application/json");
  ASSERT_TRUE(answer);
  std::string const written = prompty_tests::text_of(file_);
  for (char const* const secret : {"query+secret/01", "query%2Bsecret", "cookie-secret-02", "cookie-secret-03"})
    EXPECT_THAT(written, Not(HasSubstr(secret)));
}

TEST_F(HttpRecording, KeepsCookiesOfTheProviderToItself) {
  ASSERT_TRUE(post(recording_.port(), chat, sound_request()));
  EXPECT_THAT(prompty_tests::text_of(file_), Not(HasSubstr("session=")));
}

TEST_F(HttpRecording, SaysWhenTheProviderGivesNoAnswer) {
  provider_.stop();
  httplib::Result const answer = post(recording_.port(), chat, sound_request());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 502);
  EXPECT_THAT(answer->body, testing::AllOf(HasSubstr("mock_no_upstream"), HasSubstr(provider_.base_url())));
  EXPECT_EQ(scenario_file::load(file_).steps, 0U);
}

TEST_F(HttpRecording, LeavesScriptedScenariosAlone) {
  recording_.put_scenario("own", Json::parse(R"({"steps": [{"respond": {"text": "scripted"}}]})"));
  httplib::Result const answer = post(recording_.port(), "/own" + chat, sound_request());
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->body, HasSubstr("scripted"));
  EXPECT_TRUE(provider_.requests("p").empty());
}

TEST_F(HttpRecording, PassesOnPathsThatAreNoProvidersAndReplaysThem) {
  provider_.put_scenario("ollama", Json::parse(R"({"steps": [
      {"match": {"path": "/api/chat"}, "respond": {"raw": {"text": "chat", "contentType": "a/b"}}},
      {"match": {"path": "/rerank"}, "respond": {"raw": {"text": "rerank"}}},
      {"match": {"path": "/v1beta/models/g:generateContent", "query": "alt=sse"}, "respond": {"raw": {"text": "g"}}},
      {"match": {"path": "/mcp"}, "respond": {"body": {"jsonrpc": "2.0", "id": 1, "result": {}}}}]})"));
  std::string const file = folder_.path() + "/ollama.json";
  Server recording({.recording = RecordingOptions{.url = provider_.base_url() + "/ollama/", .file = file}});
  std::vector<std::pair<std::string, std::string>> const requests{{"/api/chat", "chat"},
                                                                  {"/rerank", "rerank"},
                                                                  {"/v1beta/models/g:generateContent?alt=sse", "g"},
                                                                  {"/mcp", R"({"jsonrpc":"2.0","id":1,"result":{}})"}};
  for (auto const& [path, answer] : requests) {
    httplib::Result const result = post(recording.port(), path, std::string(R"({"a": 1})"));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->body, answer);
  }
  EXPECT_EQ(recording.requests("default").front().path, "/api/chat");
  Server replaying{ServerOptions{}};
  scenario_file::Loaded const recorded = scenario_file::load(file);
  replaying.put_scenario(recorded.name, recorded.value);
  for (auto const& [path, answer] : requests) {
    EXPECT_EQ(post(replaying.port(), path, std::string(R"({"a": 1})"))->body, answer) << path;
  }
  // Played once, and names of scenarios that nobody plays are still said to be ones.
  EXPECT_THAT(post(replaying.port(), "/api/chat", std::string("{}"))->body, HasSubstr("has been played"));
  EXPECT_THAT(post(replaying.port(), "/weathr/v1/chat/completions", sound_request())->body,
              HasSubstr("The mock has no scenario \\\"weathr\\\""));
}

TEST_F(HttpRecording, PutsTheVersionOfItsUrlBeforePathsWithoutOne) {
  // The scenario p of the provider is recorded from its URL with "/v1" at the end.
  for (std::string const path : {"/chat/completions", "/v1/chat/completions"}) {
    ASSERT_TRUE(post(recording_.port(), path, sound_request()));
    EXPECT_EQ(provider_.requests("p").back().path, "/v1/chat/completions") << path;
  }
}

TEST_F(HttpRecording, PassesOnWhatItHasNoRoomFor) {
  Server narrow({.recording = RecordingOptions{.url = provider_.base_url() + "/p", .file = file_, .most_steps = 1}});
  EXPECT_EQ(post(narrow.port(), chat, sound_request())->status, 200);
  EXPECT_EQ(post(narrow.port(), chat, sound_request())->status, 200);
  EXPECT_EQ(narrow.recording(), (RecordingCounts{.recorded = 1, .left_out = 1}));
  EXPECT_EQ(scenario_file::load(file_).steps, 1U);
  Server narrower(
      {.recording = RecordingOptions{.url = provider_.base_url() + "/p", .file = file_, .most_bytes = 100}});
  EXPECT_EQ(post(narrower.port(), chat, sound_request())->status, 429);
  EXPECT_EQ(narrower.recording(), (RecordingCounts{.recorded = 0, .left_out = 1}));
}

TEST_F(HttpRecording, PassesOnNoAnswerWithoutBound) {
  provider_.put_scenario("p", Json::parse(R"({"steps": [
      {"respond": {"text": "a", "fault": {"kind": "hugeBody", "bytes": 33554433}}}]})"));
  httplib::Result const answer = post(recording_.port(), chat, sound_request());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 502);
  EXPECT_THAT(answer->body, HasSubstr("33554432 bytes"));
}

std::string complaint_about(RecordingOptions const& options) {
  try {
    Recorder const recorder(options);
  } catch (std::runtime_error const& error) {
    return error.what();
  }
  return "accepted";
}

TEST(RecordingOptions, SayWhatIsWrongWithThem) {
  TemporaryFolder const folder;
  std::string const file = folder.path() + "/r.json";
  for (std::string const url : {"api.openai.com", "ftp://a", "http://", "https://user:pass@host", "http://a?b"})
    EXPECT_THAT(complaint_about({.url = url, .file = file}), HasSubstr("name a server")) << url;
  EXPECT_THAT(complaint_about({.url = "http://a", .file = folder.path() + "/r.yaml"}), HasSubstr(".json"));
  EXPECT_THAT(complaint_about({.url = "http://a", .file = "/nowhere/r.json"}), HasSubstr("No such file"));
}

Request posted(std::string body) {
  return {.method = "POST", .target = chat, .headers = {}, .body = std::move(body), .received_at_us = 0};
}

Json step_of(std::string const& body, UpstreamAnswer const& answer) {
  return recorded_step::of(posted(body), route_of(chat), recorded_step::passed_on(answer)).value();
}

TEST(RecordedStep, TakesDollarsOfTheRequestLiterally) {
  Json const step = step_of(R"({"a": {"$ref": "x"}, "b": [{"$defs": {}, "c": 1}]})", {});
  EXPECT_EQ(step.at("match").at("body"),
            Json::parse(R"({"a": {"$literal": {"$ref": "x"}}, "b": [{"$literal": {"$defs": {}, "c": 1}}]})"));
}

TEST(RecordedStep, HasBytesThatAreNoTextInBase64) {
  Json const step = step_of("{}", {.status = 200, .headers = {{"Content-Type", "audio/mpeg"}}, .body = "\xFF\x01"});
  EXPECT_EQ(step.at("respond"),
            Json::parse(R"({"raw": {"status": 200, "contentType": "audio/mpeg", "base64": "/wE="}})"));
}

TEST(RecordedStep, MasksKeysHoweverAnAnswerHasThem) {
  Request const request{.method = "POST",
                        .target = "/v1/chat/completions",
                        // me:pass-word-04
                        .headers = {{"authorization", "Basic bWU6cGFzcy13b3JkLTA0"},
                                    {"x-api-key", "key/with/slashes"},
                                    {"api-key", "key/with/slashes/and/more"}},
                        .body = "{}",
                        .received_at_us = 0};
  auto const recorded = [&](std::string body) {
    Answer const answer = recorded_step::passed_on({.status = 200, .headers = {}, .body = std::move(body)});
    return recorded_step::of(request, route_of(request.target), answer).value().at("respond").at("raw");
  };
  EXPECT_EQ(recorded("<pass-word-04>").at("text"), "<********>");
  EXPECT_EQ(recorded(R"("key\/with\/slashes")").at("text"), R"("********")");
  EXPECT_EQ(recorded("key/with/slashes/and/more").at("text"), "********");
  EXPECT_EQ(recorded("\xFFkey/with/slashes").at("base64"), base64::encoded("\xFF********"));
}

TEST(RecordedStep, HasAStreamAsItsEvents) {
  Json const step = step_of(
      "{}",
      {.status = 200, .headers = {{"content-type", "text/event-stream"}}, .body = "data: 1\n\ndata: 2\r\n\r\n: rest"});
  EXPECT_EQ(step.at("respond").at("raw").at("events"), Json::parse(R"(["data: 1\n\n", "data: 2\r\n\r\n", ": rest"])"));
}

}  // namespace
}  // namespace mock_provider::recorder_test

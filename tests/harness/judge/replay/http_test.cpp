#include <gmock/gmock.h>
#include <httplib.h>

#include <nlohmann/json.hpp>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::http_test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

/// What a client may get wrong about its one request.
struct Manners {
  std::string query;
  httplib::Headers headers;
  Json body = {{"model", "m"}, {"messages", Json::array({{{"role", "user"}, {"content", "hi"}}})}};
  int requests = 1;
};

httplib::Headers bearer(Json const& connection) {
  return {{"Authorization", "Bearer " + connection.at("apiKey").get<std::string>()}};
}

/// Sends what the manners say to the endpoint of the agent; returns the text of the answer as an outcome.
Reply send(Json const& params, std::function<Manners(Json const& connection)> const& manners_for) {
  Json const connection = params.at("agent").at("model").at("connection");
  std::string const endpoint = connection.at("endpoint");
  std::size_t const path_start = endpoint.find('/', std::string("http://").size());
  httplib::Client client(endpoint.substr(0, path_start));
  Manners const manners = manners_for(connection);
  Reply reply = error_reply("ConnectionError");
  for (int sent = 0; sent < manners.requests; ++sent) {
    httplib::Result const answer =
        client.Post((endpoint.substr(path_start) + "/chat/completions" + manners.query).c_str(), manners.headers,
                    manners.body.dump(), "application/json");
    if (!answer || answer->status != 200) continue;
    Json const body = Json::parse(answer->body);
    if (!body.contains("choices") || body["choices"].empty()) return error_reply("ValueError");
    reply = result_reply({{"type", "text"}, {"value", body["choices"][0]["message"]["content"]}});
  }
  return reply;
}

class HttpReplays : public testing::Test {
 protected:
  Attempt replay(Vector const& vector, FakeSubject& subject, Profile profile = Profile::lenient) {
    return replay_http(vector, {.subject = subject, .registry = registry_, .profile = profile, .mock = mock_});
  }

  Attempt replay(Vector const& vector, std::function<Manners(Json const& connection)> const& manners_for) {
    FakeSubject subject({"run"}, [&](std::string const&, Json const& params) { return send(params, manners_for); });
    return replay(vector, subject);
  }

 private:
  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

Manners well_behaved(Json const& connection) {
  return {.query = "", .headers = bearer(connection)};
}

Json given() {
  return {{"agent", {{"kind", "prompt"}, {"model", {{"id", "m"}}}, {"instructions", ""}}},
          {"messages", Json::array({{{"role", "user"}, {"content", Json::array()}}})}};
}

Vector request_vector(Json const& expect) {
  return one_sample_vector({{"operation", "build_request"}, {"given", given()}, {"expect", expect}});
}

Vector model_vector(std::string const& model) {
  return request_vector(
      {{"value",
        {{"$subset",
          {{"method", "POST"}, {"path", "/chat/completions"}, {"body", {{"$subset", {{"model", model}}}}}}}}}});
}

Vector process_vector(Json const& response, Json const& expect) {
  return one_sample_vector({{"operation", "process"},
                            {"given", {{"agent", given().at("agent")}, {"response", response}}},
                            {"expect", expect}});
}

Json chat_response(std::string const& text) {
  Json const message = {{"role", "assistant"}, {"content", text}};
  return {{"id", "c1"}, {"choices", Json::array({{{"index", 0}, {"message", message}}})}};
}

TEST_F(HttpReplays, OfRequestsJudgeWhatTheMockReceived) {
  Attempt const attempt = replay(model_vector("m"), well_behaved);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
  EXPECT_EQ(attempt.way, Way::http);
  EXPECT_EQ(attempt.operation, "run");
  ASSERT_THAT(attempt.exchanges, SizeIs(1));
  EXPECT_EQ(attempt.exchanges[0].path, "/chat/completions");
  EXPECT_EQ(attempt.exchanges[0].status, 200);
  Attempt const other = replay(model_vector("another"), well_behaved);
  EXPECT_EQ(other.judgement.status, Status::fail);
  EXPECT_EQ(other.judgement.differences.at(0).pointer, "/body/model");
}

TEST_F(HttpReplays, HandTheAgentAConnectionToTheMock) {
  FakeSubject subject({"run"}, [](std::string const&, Json const& params) { return send(params, well_behaved); });
  (void)replay(model_vector("m"), subject, Profile::live);
  ASSERT_THAT(subject.calls(), SizeIs(1));
  Json const params = subject.calls()[0].params;
  EXPECT_EQ(subject.calls()[0].operation, "run");
  EXPECT_EQ(params.at("messages"), given().at("messages"));
  EXPECT_EQ(params.at("agent").at("model").at("id"), "m");
  EXPECT_EQ(params.at("agent").at("model").at("connection").at("kind"), "key");
  EXPECT_THAT(params.at("agent").at("model").at("connection").at("endpoint").get<std::string>(),
              testing::MatchesRegex("http://127\\.0\\.0\\.1:[0-9]+/[a-z0-9]+/v1"));
  EXPECT_EQ(params.at("options").at("profile"), "live");
}

TEST_F(HttpReplays, FindTheKeyInTheUrl) {
  Attempt const attempt = replay(model_vector("m"), [](Json const& connection) {
    return Manners{.query = "?key=" + connection.at("apiKey").get<std::string>(), .headers = bearer(connection)};
  });
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_THAT(attempt.judgement.detail, HasSubstr("URL"));
}

TEST_F(HttpReplays, FindTheKeyInTheBody) {
  Attempt const attempt = replay(model_vector("m"), [](Json const& connection) {
    Manners manners = well_behaved(connection);
    manners.body["user"] = connection.at("apiKey");
    return manners;
  });
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_THAT(attempt.judgement.detail, HasSubstr("body"));
}

TEST_F(HttpReplays, FindTheKeyInAnotherHeader) {
  Attempt const attempt = replay(model_vector("m"), [](Json const& connection) {
    Manners manners = well_behaved(connection);
    manners.headers.emplace("X-Trace", connection.at("apiKey").get<std::string>());
    return manners;
  });
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_THAT(attempt.judgement.detail, HasSubstr("X-Trace"));
}

TEST_F(HttpReplays, MissTheKey) {
  Attempt const attempt = replay(model_vector("m"), [](Json const&) { return Manners{}; });
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_THAT(attempt.judgement.detail, HasSubstr("no Authorization header"));
}

TEST_F(HttpReplays, ShowNoKeyInTheirExchanges) {
  FakeSubject subject({"run"}, [](std::string const&, Json const& params) { return send(params, well_behaved); });
  Attempt const attempt = replay(model_vector("m"), subject);
  std::string const key = subject.calls()[0].params.at("agent").at("model").at("connection").at("apiKey");
  EXPECT_THAT(attempt.exchanges[0].headers.dump(), Not(HasSubstr(key)));
}

TEST_F(HttpReplays, FailOnTwoRequests) {
  for (Vector const& vector :
       {model_vector("m"), process_vector(chat_response("hi"), {{"value", {{"type", "text"}, {"value", "hi"}}}})}) {
    Attempt const attempt = replay(vector, [](Json const& connection) {
      Manners manners = well_behaved(connection);
      manners.requests = 2;
      return manners;
    });
    EXPECT_EQ(attempt.judgement.status, Status::fail);
    EXPECT_THAT(attempt.judgement.detail, HasSubstr("the mock provider saw 2"));
    EXPECT_THAT(attempt.exchanges, SizeIs(2));
  }
}

TEST_F(HttpReplays, FailWhenNoRequestReachesTheMock) {
  FakeSubject subject({"run"}, always(result_reply({{"type", "text"}, {"value", "hi"}})));
  for (Vector const& vector :
       {model_vector("m"), process_vector(chat_response("hi"), {{"value", {{"type", "text"}, {"value", "hi"}}}})}) {
    Attempt const attempt = replay(vector, subject);
    EXPECT_EQ(attempt.judgement.status, Status::fail);
    EXPECT_THAT(attempt.judgement.detail, HasSubstr("without sending a request to the endpoint"));
  }
}

TEST_F(HttpReplays, OfRequestsThatMustBeRefusedPassWhenNothingIsSent) {
  Vector const vector = request_vector({{"error", {{"kind", "ValueError"}}}});
  FakeSubject refusing({"run"}, always(error_reply("ValueError")));
  EXPECT_EQ(replay(vector, refusing).judgement.status, Status::pass);
  EXPECT_EQ(replay(vector, well_behaved).judgement.status, Status::fail);
  FakeSubject otherwise({"run"}, always(error_reply("RuntimeError")));
  EXPECT_EQ(replay(vector, otherwise).judgement.status, Status::fail);
}

TEST_F(HttpReplays, OfRequestsFailWhenTheSubjectRefuses) {
  FakeSubject refusing({"run"}, always(error_reply("ValueError")));
  EXPECT_EQ(replay(model_vector("m"), refusing).judgement.status, Status::fail);
}

TEST_F(HttpReplays, CountACrashThatFollowsARightRequest) {
  FakeSubject subject({"run"}, [](std::string const&, Json const& params) {
    (void)send(params, well_behaved);
    return ended_reply(Reply::Status::crash);
  });
  Attempt const attempt = replay(model_vector("m"), subject);
  EXPECT_EQ(attempt.judgement.status, Status::crash);
  EXPECT_EQ(attempt.stderr_excerpt, "last words");
  EXPECT_THAT(attempt.exchanges, SizeIs(1));
}

TEST_F(HttpReplays, OfAnswersPlayTheResponseAndJudgeTheOutcome) {
  Json const expected = {{"value", {{"type", "text"}, {"value", "tide"}}}};
  EXPECT_EQ(replay(process_vector(chat_response("tide"), expected), well_behaved).judgement.status, Status::pass);
  Attempt const other = replay(process_vector(chat_response("ebb"), expected), well_behaved);
  EXPECT_EQ(other.judgement.status, Status::fail);
  EXPECT_EQ(other.judgement.differences.at(0).pointer, "/value");
  EXPECT_EQ(other.judgement.differences.at(0).got, "ebb");
}

TEST_F(HttpReplays, OfStreamsAskForOneAndPlayItsChunks) {
  Json const chunk = {{"choices", Json::array({Json{{"delta", {{"content", "surf"}}}}})}};
  Vector const vector =
      one_sample_vector({{"operation", "process_stream"},
                         {"given", {{"agent", given().at("agent")}, {"chunks", Json::array({chunk})}}},
                         {"expect", {{"value", "data: " + chunk.dump() + "\n\ndata: [DONE]\n\n"}}}});
  FakeSubject subject({"run"}, [](std::string const&, Json const& params) {
    EXPECT_EQ(params.at("stream"), true);
    EXPECT_FALSE(params.contains("chunks"));
    std::string const endpoint = params.at("agent").at("model").at("connection").at("endpoint");
    std::size_t const path_start = endpoint.find('/', std::string("http://").size());
    httplib::Client client(endpoint.substr(0, path_start));
    Json body = Manners{}.body;
    body["stream"] = true;
    httplib::Result const answer =
        client.Post((endpoint.substr(path_start) + "/chat/completions").c_str(), body.dump(), "application/json");
    return answer ? result_reply(answer->body) : error_reply("ConnectionError");
  });
  EXPECT_EQ(replay(vector, subject).judgement.status, Status::pass);
}

TEST_F(HttpReplays, OfAnswersThatCannotBeProcessedNeedTheAnswer) {
  Vector const vector = process_vector({{"choices", Json::array()}}, {{"error", {{"kind", "ValueError"}}}});
  EXPECT_EQ(replay(vector, well_behaved).judgement.status, Status::pass);
  FakeSubject refusing({"run"}, always(error_reply("ValueError")));
  Attempt const attempt = replay(vector, refusing);
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_THAT(attempt.judgement.detail, HasSubstr("before it sent a request"));
}

TEST_F(HttpReplays, OfAnswersSendAHarmlessMessage) {
  FakeSubject subject({"run"}, [](std::string const&, Json const& params) { return send(params, well_behaved); });
  (void)replay(process_vector(chat_response("hi"), {{"value", 1}}), subject);
  Json const params = subject.calls()[0].params;
  EXPECT_FALSE(params.contains("response"));
  EXPECT_EQ(params.at("messages").at(0).at("role"), "user");
}

}  // namespace
}  // namespace conformance::http_test

#include <gmock/gmock.h>
#include <httplib.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::direct_test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

class HttpDirectReplays : public testing::Test {
 protected:
  Attempt replay(Vector const& vector, FakeSubject& subject, Profile profile = Profile::lenient) {
    return replay_direct(vector, {.subject = subject, .registry = registry_, .profile = profile, .mock = mock_},
                         Way::direct);
  }

 private:
  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(HttpDirectReplays, AskForTheOperationWithWhatIsGiven) {
  FakeSubject subject({"split"}, always(result_reply({{"frontmatter", nullptr}, {"body", "body"}})));
  Attempt const attempt = replay(one_sample_vector(Json::object()), subject);
  EXPECT_EQ(attempt.judgement.status, Status::pass);
  ASSERT_THAT(subject.calls(), SizeIs(1));
  EXPECT_EQ(subject.calls()[0].operation, "split");
  EXPECT_EQ(subject.calls()[0].params, Json({{"text", "body"}}));
  EXPECT_EQ(attempt.sent, Json({{"text", "body"}}));
  EXPECT_EQ(attempt.answered, Json({{"result", {{"frontmatter", nullptr}, {"body", "body"}}}}));
}

TEST_F(HttpDirectReplays, AskAsOftenAsTheVectorSaysAndTellWhichTimeWentWrong) {
  int left = 3;
  FakeSubject subject({"split"}, [&left](std::string const&, Json const&) {
    return result_reply({{"frontmatter", nullptr}, {"body", --left > 0 ? "body" : "other"}});
  });
  Attempt const attempt = replay(one_sample_vector({{"times", 5}}), subject);
  EXPECT_THAT(subject.calls(), SizeIs(3));
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_THAT(attempt.judgement.detail, StartsWith("time 3 of 5: "));
  left = 9;
  EXPECT_EQ(replay(one_sample_vector({{"times", 5}}), subject).judgement.status, Status::pass);
  EXPECT_THAT(subject.calls(), SizeIs(8));
}

TEST_F(HttpDirectReplays, AskThriceWhereCallsDidNotMeetAndNothingElseIsWrong) {
  Json const met = Json::array({Json::array({0, 1})});
  Json const meeting = {{"requires", {{"features", Json::array({"parallel-tools"})}}},
                        {"expect", {{"value", {{"body", "body"}, {"overlaps", met}}}}}};
  Json const apart = {{"body", "body"}, {"overlaps", Json::array()}};
  int asked = 0;
  FakeSubject late({"split"}, [&](std::string const&, Json const&) {
    Json answer = apart;
    if (++asked == 3) answer["overlaps"] = met;
    return result_reply(answer);
  });
  EXPECT_EQ(replay(one_sample_vector(meeting), late).judgement.status, Status::pass);
  FakeSubject never({"split"}, always(result_reply(apart)));
  EXPECT_EQ(replay(one_sample_vector(meeting), never).judgement.status, Status::fail);
  EXPECT_THAT(never.calls(), SizeIs(3));
  FakeSubject other({"split"}, always(result_reply({{"body", "other"}, {"overlaps", Json::array()}})));
  EXPECT_EQ(replay(one_sample_vector(meeting), other).judgement.status, Status::fail);
  EXPECT_THAT(other.calls(), SizeIs(1)) << "what is wrong otherwise is asked once";
}

TEST_F(HttpDirectReplays, TakeNullInAnAgentForNotSetButShowTheAnswerAsItCame) {
  FakeSubject subject({"load"}, always(result_reply({{"kind", "prompt"}, {"name", nullptr}})));
  Attempt const attempt = replay(one_sample_vector({{"operation", "load"},
                                                    {"files", {{"a", "text"}}},
                                                    {"given", {{"path", "a"}}},
                                                    {"expect", {{"value", {{"kind", "prompt"}}}}}}),
                                 subject);
  EXPECT_EQ(attempt.judgement.status, Status::pass);
  EXPECT_TRUE(attempt.answered.at("result").at("name").is_null());
}

TEST_F(HttpDirectReplays, TellTheSubjectAboutTheLiveProfileOnly) {
  FakeSubject subject({"split"}, always(result_reply(1)));
  (void)replay(one_sample_vector(Json::object()), subject, Profile::live);
  (void)replay(one_sample_vector(Json::object()), subject, Profile::as_written);
  EXPECT_EQ(subject.calls()[0].params.at("options").at("profile"), "live");
  EXPECT_FALSE(subject.calls()[1].params.contains("options"));
}

TEST_F(HttpDirectReplays, LayOutFilesForTheTimeOfTheCall) {
  std::string seen;
  std::string path;
  FakeSubject subject({"load"}, [&](std::string const&, Json const& params) {
    path = params.at("path").get<std::string>();
    seen = read_file(path) + "+" + read_file(std::filesystem::path(path).parent_path() / "sub" / "b");
    return result_reply(1);
  });
  Attempt const attempt = replay(one_sample_vector({{"operation", "load"},
                                                    {"files", {{"a.prompty", "hello"}, {"sub/b", "there"}}},
                                                    {"given", {{"path", "a.prompty"}}},
                                                    {"env", {{"KEY", "x"}}},
                                                    {"cwd", "sub"},
                                                    {"expect", {{"value", 1}}}}),
                                 subject);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
  EXPECT_EQ(seen, "hello+there");
  EXPECT_THAT(path, StartsWith(subject.scratch() + "/"));
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(subject.calls()[0].params.at("env"), Json({{"KEY", "x"}}));
  EXPECT_EQ(subject.calls()[0].params.at("cwd"), (std::filesystem::path(path).parent_path() / "sub").string());
}

TEST_F(HttpDirectReplays, MakeTheWorkingFolderEvenWithoutAFileInIt) {
  std::string folder;
  FakeSubject subject({"load"}, [&](std::string const&, Json const& params) {
    folder = params.at("cwd").get<std::string>();
    return result_reply(std::filesystem::is_directory(folder));
  });
  Attempt const attempt = replay(one_sample_vector({{"operation", "load"},
                                                    {"files", {{"a.prompty", "hello"}}},
                                                    {"given", {{"path", "a.prompty"}}},
                                                    {"cwd", "elsewhere/below"},
                                                    {"expect", {{"value", true}}}}),
                                 subject);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << folder;
}

TEST_F(HttpDirectReplays, GiveOperationsOnAgentsTheFolderOfTheirFiles) {
  FakeSubject subject({"prepare"}, [](std::string const&, Json const& params) {
    EXPECT_FALSE(params.contains("cwd"));
    return result_reply(read_file(std::filesystem::path(params.at("baseDir").get<std::string>()) / "a.txt"));
  });
  Attempt const attempt = replay(one_sample_vector({{"operation", "prepare"},
                                                    {"files", {{"a.txt", "beside"}}},
                                                    {"given", {{"agent", Json::object()}, {"inputs", Json::object()}}},
                                                    {"expect", {{"value", "beside"}}}}),
                                 subject);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
}

TEST_F(HttpDirectReplays, GiveTheFolderThatIsNamedAmongTheFiles) {
  FakeSubject subject({"dispatch"}, [](std::string const&, Json const& params) {
    return result_reply(read_file(std::filesystem::path(params.at("baseDir").get<std::string>()) / "a.txt"));
  });
  Attempt const attempt = replay(one_sample_vector({{"operation", "dispatch"},
                                                    {"files", {{"a.txt", "above"}, {"inner/a.txt", "inside"}}},
                                                    {"given", {{"baseDir", "inner"}}},
                                                    {"expect", {{"value", "inside"}}}}),
                                 subject);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
}

Vector vector_of_steps(std::vector<Json> const& steps) {
  return one_sample_vector({{"steps", steps}, {"operation", nullptr}, {"given", nullptr}, {"expect", nullptr}});
}

Json step_expecting(Json const& value) {
  return {{"operation", "split"}, {"given", {{"text", value.dump()}}}, {"expect", {{"value", value}}}};
}

TEST_F(HttpDirectReplays, PlayStepsInOrderAndStopAtTheFirstThatFails) {
  FakeSubject subject({"split"}, always(result_reply(1)));
  Attempt const passing = replay(vector_of_steps({step_expecting(1), step_expecting(1)}), subject);
  EXPECT_EQ(passing.judgement.status, Status::pass);
  EXPECT_THAT(subject.calls(), SizeIs(2));
  Attempt const failing = replay(vector_of_steps({step_expecting(1), step_expecting(2), step_expecting(1)}), subject);
  EXPECT_EQ(failing.judgement.status, Status::fail);
  EXPECT_EQ(failing.sent, Json({{"text", "2"}}));
  EXPECT_THAT(subject.calls(), SizeIs(4));
}

TEST_F(HttpDirectReplays, KeepWhatTheSubjectSaidOnStandardError) {
  FakeSubject subject({"split"}, always(ended_reply(Reply::Status::timeout)));
  Attempt const attempt = replay(one_sample_vector(Json::object()), subject);
  EXPECT_EQ(attempt.judgement.status, Status::timeout);
  EXPECT_EQ(attempt.stderr_excerpt, "last words");
}

TEST_F(HttpDirectReplays, ChangeFilesBeforeTheStepThatSaysSo) {
  std::vector<std::string> seen;
  FakeSubject subject({"load"}, [&](std::string const&, Json const& params) {
    seen.push_back(read_file(params.at("path").get<std::string>()));
    return result_reply(1);
  });
  Json const step = {{"operation", "load"}, {"given", {{"path", "a"}}}, {"expect", {{"value", 1}}}};
  Json changing = step;
  changing["files"] = {{"a", "after"}};
  Attempt const attempt = replay(one_sample_vector({{"operation", nullptr},
                                                    {"given", nullptr},
                                                    {"expect", nullptr},
                                                    {"files", {{"a", "before"}}},
                                                    {"steps", Json::array({step, changing, step})}}),
                                 subject);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
  EXPECT_THAT(seen, testing::ElementsAre("before", "after", "after"));
}

Vector scripted_vector(Json const& requests) {
  return one_sample_vector({{"operation", "load"},
                            {"files", {{"a.prompty", "see ${MOCK}/v1 and ${MOCK}"}}},
                            {"given", {{"path", "a.prompty"}, {"env", {{"URL", "${MOCK}/v1"}}}}},
                            {"provider", Json::array({{{"respond", {{"text", "scripted"}}}}})},
                            {"expect", {{"value", "scripted"}, {"requests", requests}}}});
}

/// Reads the address from its environment, asks for one chat completion and answers with its text.
Reply ask_scripted(Json const& params) {
  std::string const url = params.at("env").at("URL");
  std::size_t const path_start = url.find('/', std::string("http://").size());
  EXPECT_EQ(read_file(params.at("path").get<std::string>()),
            "see " + url + " and " + url.substr(0, url.size() - std::string("/v1").size()));
  httplib::Client client(url.substr(0, path_start));
  Json const body = {{"model", "m"}, {"messages", Json::array({{{"role", "user"}, {"content", "hi"}}})}};
  httplib::Result const answer = client.Post((url.substr(path_start) + "/chat/completions").c_str(),
                                             {{"Authorization", "Bearer k"}}, body.dump(), "application/json");
  if (!answer) return error_reply("ConnectionError");
  return result_reply(Json::parse(answer->body).at("choices").at(0).at("message").at("content"));
}

TEST_F(HttpDirectReplays, PutTheAddressOfTheMockIntoParamsAndFilesAndJudgeTheRequests) {
  FakeSubject subject({"load"}, [](std::string const&, Json const& params) { return ask_scripted(params); });
  Json const right = Json::array({{{"path", "/chat/completions"}}});
  Attempt const attempt = replay(scripted_vector(right), subject);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
  EXPECT_THAT(attempt.exchanges, SizeIs(1));
  Attempt const none = replay(scripted_vector(Json::array()), subject);
  EXPECT_EQ(none.judgement.status, Status::fail);
  EXPECT_THAT(none.judgement.detail, HasSubstr("requests"));
  EXPECT_EQ(none.judgement.differences.at(0).pointer, "/requests/0");
}

Vector connected_vector(std::string const& kind) {
  Json const connection = {{"kind", kind}, {"endpoint", "${MOCK}"}};
  return one_sample_vector({{"operation", "run"},
                            {"provider", Json::array({{{"respond", {{"text", "yes"}}}}})},
                            {"given", {{"agent", {{"model", {{"connection", connection}}}}}}},
                            {"expect", {{"value", 200}}}});
}

/// Asks for a chat completion without any key and answers with the status.
Reply ask_without_key(Json const& params) {
  std::string const url = params.at("agent").at("model").at("connection").at("endpoint");
  std::size_t const path_start = url.find('/', std::string("http://").size());
  httplib::Client client(url.substr(0, path_start));
  Json const body = {{"model", "m"}, {"messages", Json::array({{{"role", "user"}, {"content", "hi"}}})}};
  httplib::Result const answer =
      client.Post((url.substr(path_start) + "/v1/chat/completions").c_str(), body.dump(), "application/json");
  return answer ? result_reply(answer->status) : error_reply("ConnectionError");
}

TEST_F(HttpDirectReplays, PlayAServerThatAsksForNoKeyToAnonymousConnectionsOnly) {
  FakeSubject subject({"run"}, [](std::string const&, Json const& params) { return ask_without_key(params); });
  Attempt const anonymous = replay(connected_vector("anonymous"), subject);
  ASSERT_THAT(anonymous.exchanges, SizeIs(1));
  EXPECT_THAT(anonymous.exchanges[0].findings, SizeIs(0));
  Attempt const keyed = replay(connected_vector("key"), subject);
  ASSERT_THAT(keyed.exchanges, SizeIs(1));
  EXPECT_EQ(keyed.exchanges[0].findings.at(0).rule, "chat.auth.present");
}

TEST_F(HttpDirectReplays, JudgeTheRequestsOfTheReadingByWhichTheAnswerPassed) {
  auto const vector = [](Json const& of_literal) {
    return one_sample_vector({{"operation", "load"},
                              {"clauses", Json::array({"P1.1-04"})},
                              {"expect",
                               {{"readings",
                                 {{"literal", {{"value", 1}, {"requests", of_literal}}},
                                  {"third", {{"value", 2}, {"requests", Json::array({Json::object()})}}}}}}},
                              {"given", {{"path", "a.prompty"}}},
                              {"provider", Json::array({{{"respond", {{"text", "yes"}}}}})}});
  };
  FakeSubject silent({"load"}, always(result_reply(1)));
  EXPECT_EQ(replay(vector(Json::array()), silent).judgement.status, Status::pass);
  EXPECT_EQ(replay(vector(Json::array({Json::object()})), silent).judgement.status, Status::fail);
}

TEST_F(HttpDirectReplays, JudgeTheRequestsOfTheNearestReadingWhenTheAnswerPassesByNone) {
  Json const far = {{"value", {{"a", 1}, {"b", 1}}}, {"requests", Json::array({Json::object()})}};
  Json const near = {{"value", {{"a", 2}, {"b", 2}}}, {"requests", Json::array()}};
  Vector const vector = one_sample_vector({{"operation", "load"},
                                           {"clauses", Json::array({"P1.1-04"})},
                                           {"expect", {{"readings", {{"literal", far}, {"third", near}}}}},
                                           {"given", {{"path", "a.prompty"}}},
                                           {"provider", Json::array({{{"respond", {{"text", "yes"}}}}})}});
  FakeSubject silent({"load"}, always(result_reply({{"a", 2}, {"b", 9}})));
  Attempt const attempt = replay(vector, silent);
  ASSERT_THAT(attempt.judgement.differences, SizeIs(1));
  EXPECT_EQ(attempt.judgement.differences[0].pointer, "/b");
}

TEST_F(HttpDirectReplays, FailWhenAnExpectedRequestIsNotSent) {
  FakeSubject silent({"load"}, always(result_reply("scripted")));
  Json const one = Json::array({Json::object()});
  EXPECT_EQ(replay(scripted_vector(one), silent).judgement.status, Status::fail);
}

}  // namespace
}  // namespace conformance::direct_test

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::split_as_load_test {
namespace {

class HttpSplitsReplayedAsLoad : public testing::Test {
 protected:
  Judgement judged(Vector const& vector, Reply const& reply, Profile profile = Profile::as_written) {
    FakeSubject subject({"load"}, always(reply));
    return replay_split_as_load(vector, {.subject = subject, .registry = registry_, .profile = profile, .mock = mock_})
        .judgement;
  }

  Status status_of(Json const& frontmatter, Json const& agent) {
    Vector const vector =
        one_sample_vector({{"expect", {{"value", {{"frontmatter", frontmatter}, {"body", "the body"}}}}}});
    return judged(vector, result_reply(agent)).status;
  }

  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(HttpSplitsReplayedAsLoad, LoadAFileWithTheText) {
  std::string seen;
  FakeSubject subject({"load"}, [&](std::string const&, Json const& params) {
    seen = read_file(params.at("path").get<std::string>());
    return result_reply({{"kind", "prompt"}, {"instructions", "there"}});
  });
  Vector const vector = one_sample_vector({{"given", {{"text", "---\r\nname: a\r\n---\r\nthere"}}},
                                           {"expect", {{"value", {{"frontmatter", "name: a"}, {"body", "there"}}}}}});
  Attempt const attempt = replay_split_as_load(
      vector, {.subject = subject, .registry = registry_, .profile = Profile::lenient, .mock = mock_});
  EXPECT_EQ(seen, "---\r\nname: a\r\n---\r\nthere");
  EXPECT_EQ(subject.calls()[0].operation, "load");
  EXPECT_EQ(attempt.way, Way::load);
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_EQ(attempt.judgement.differences.at(0).pointer, "/name");
}

TEST_F(HttpSplitsReplayedAsLoad, JudgeTheBodyByTheInstructions) {
  EXPECT_EQ(status_of("", {{"instructions", "the body"}}), Status::pass);
  EXPECT_EQ(status_of("", {{"instructions", "another"}}), Status::fail);
  EXPECT_EQ(status_of("", {{"instructions", " the body"}}), Status::fail);
  EXPECT_EQ(status_of("", {{"kind", "prompt"}}), Status::fail);
  // what stands behind the body is contested.
  EXPECT_EQ(status_of("", {{"instructions", "the body \n"}}), Status::pass);
}

TEST_F(HttpSplitsReplayedAsLoad, TakeLinesThatEndAsTheLanguageReadsThem) {
  Vector const vector =
      one_sample_vector({{"expect", {{"value", {{"frontmatter", ""}, {"body", "one\r\ntwo\rthree\n\nfour"}}}}}});
  auto const status_of_body = [&](char const* body) {
    return judged(vector, result_reply({{"instructions", body}})).status;
  };
  EXPECT_EQ(status_of_body("one\r\ntwo\rthree\n\nfour"), Status::pass);
  EXPECT_EQ(status_of_body("one\ntwo\nthree\n\nfour"), Status::pass);
  EXPECT_EQ(status_of_body("one\n\ntwo\nthree\n\nfour"), Status::fail);
  EXPECT_EQ(status_of_body("one\ntwothree\n\nfour"), Status::fail);
}

TEST_F(HttpSplitsReplayedAsLoad, JudgePlainPropertiesOfTheFrontmatter) {
  Json const right = {
      {"name", "a"}, {"description", "two words"}, {"model", {{"id", "x"}}}, {"instructions", "the body"}};
  std::string const frontmatter = "name: a\n\n# remark\ndescription: two words\nmodel:\n  id: x";
  EXPECT_EQ(status_of(frontmatter, right), Status::pass);
  Json wrong = right;
  wrong["description"] = "two";
  EXPECT_EQ(status_of(frontmatter, wrong), Status::fail);
  wrong = right;
  wrong.erase("name");
  EXPECT_EQ(status_of(frontmatter, wrong), Status::fail);
}

TEST_F(HttpSplitsReplayedAsLoad, DoNotJudgeWhatYamlMayReadOtherwise) {
  Json const bare = {{"instructions", "the body"}};
  for (char const* const frontmatter :
       {"name: true", "name: Null", "name: no", "name: 12", "name: 'a'", "name: a # b", "name:  a", "name: a ",
        "name: a\n  b", "name: a\n\n  b", "name: |\n  a", "other: a", "model:\n  name: a"}) {
    EXPECT_EQ(status_of(frontmatter, bare), Status::pass) << frontmatter;
  }
}

TEST_F(HttpSplitsReplayedAsLoad, WantNoNameWithoutFrontmatter) {
  EXPECT_EQ(status_of(nullptr, {{"instructions", "the body"}}), Status::pass);
  EXPECT_EQ(status_of(nullptr, {{"name", "a"}, {"instructions", "the body"}}), Status::fail);
  // a name that is not given may be shown as null or as an empty text.
  EXPECT_EQ(status_of(nullptr, {{"name", nullptr}, {"instructions", "the body"}}), Status::pass);
  EXPECT_EQ(status_of(nullptr, {{"name", ""}, {"instructions", "the body"}}), Status::pass);
}

TEST_F(HttpSplitsReplayedAsLoad, WantTheSameErrors) {
  Vector const vector = one_sample_vector({{"expect", {{"error", {{"kind", "ValueError"}}}}}});
  EXPECT_EQ(judged(vector, error_reply("ValueError")).status, Status::pass);
  EXPECT_EQ(judged(vector, error_reply("RuntimeError")).status, Status::fail);
  EXPECT_EQ(judged(vector, result_reply({{"instructions", ""}})).status, Status::fail);
}

TEST_F(HttpSplitsReplayedAsLoad, KnowReadings) {
  auto const value = [](std::string const& body) {
    return Json{{"value", {{"frontmatter", nullptr}, {"body", body}}}};
  };
  Vector const vector =
      one_sample_vector({{"clauses", Json::array({"P1.1-04"})},
                         {"expect", {{"readings", {{"literal", value("a")}, {"modern", value("b")}}}}}});
  EXPECT_EQ(judged(vector, result_reply({{"instructions", "a"}})).reading, "literal");
  EXPECT_EQ(judged(vector, result_reply({{"instructions", "b"}})).status, Status::fail);
  EXPECT_EQ(judged(vector, result_reply({{"instructions", "b"}}), Profile::lenient).reading, "modern");
}

TEST_F(HttpSplitsReplayedAsLoad, KnowExpectationsThatAreMatchers) {
  auto const status = [&](Json const& value, Json const& agent) {
    return judged(one_sample_vector({{"expect", {{"value", value}}}}), result_reply(agent)).status;
  };
  Json const part = {{"$subset", {{"body", "there"}}}};
  EXPECT_EQ(status(part, {{"name", "a"}, {"instructions", "there"}}), Status::pass);
  EXPECT_EQ(status(part, {{"instructions", ""}}), Status::fail);
  Json const unmarked = {{"$subset", {{"frontmatter", nullptr}}}};
  EXPECT_EQ(status(unmarked, {{"instructions", "anything"}}), Status::pass);
  EXPECT_EQ(status(unmarked, {{"name", "a"}, {"instructions", "anything"}}), Status::fail);
  Json const some_text = {{"frontmatter", "name: a"}, {"body", {{"$type", "string"}}}};
  EXPECT_EQ(status(some_text, {{"name", "a"}, {"instructions", "b"}}), Status::pass);
}

TEST_F(HttpSplitsReplayedAsLoad, AreNotDueWhereTheExpectationNamesNoPart) {
  EXPECT_FALSE(loads_as_split(one_sample_vector({{"expect", {{"value", {{"$type", "object"}}}}}})));
  EXPECT_FALSE(loads_as_split(
      one_sample_vector({{"expect", {{"value", {{"frontmatter", {{"$type", "string"}}}, {"body", "b"}}}}}})));
  EXPECT_TRUE(loads_as_split(one_sample_vector({{"expect", {{"value", {{"$subset", {{"body", "b"}}}}}}}})));
}

TEST_F(HttpSplitsReplayedAsLoad, LetABodyWithoutTextBeNoInstructions) {
  for (Json const& body : {Json(""), Json(" \n\n"), Json{{"$match", "[\n ]*"}}}) {
    Vector const vector = one_sample_vector({{"expect", {{"value", {{"frontmatter", nullptr}, {"body", body}}}}}});
    EXPECT_EQ(judged(vector, result_reply({{"kind", "prompt"}})).status, Status::pass) << body;
    EXPECT_EQ(judged(vector, result_reply({{"instructions", ""}})).status, Status::pass) << body;
    EXPECT_EQ(judged(vector, result_reply({{"instructions", nullptr}})).status, Status::pass) << body;
    EXPECT_EQ(judged(vector, result_reply({{"instructions", "x"}})).status, Status::fail) << body;
  }
}

TEST_F(HttpSplitsReplayedAsLoad, WantInstructionsWhereTheBodyIsSomeText) {
  Vector const vector =
      one_sample_vector({{"expect", {{"value", {{"frontmatter", nullptr}, {"body", {{"$type", "string"}}}}}}}});
  EXPECT_EQ(judged(vector, result_reply({{"kind", "prompt"}})).status, Status::fail);
}

}  // namespace
}  // namespace conformance::split_as_load_test

#include "harness/judge/run/runner.hpp"

#include <gmock/gmock.h>
#include <httplib.h>

#include <condition_variable>
#include <nlohmann/json.hpp>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::runner_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A vector that passes when the subject echoes its text.
Json echo_vector(std::string const& id) {
  return sample_vector({{"id", id}, {"given", {{"text", id}}}, {"expect", {{"value", id}}}});
}

Reply echo(std::string const&, Json const& params) {
  return result_reply(params.at("text"));
}

class HttpRuns : public testing::Test {
 protected:
  std::vector<VectorResult> run(std::vector<Vector> const& vectors, Subject& subject, Subject* twin = nullptr,
                                Profile profile = Profile::lenient) {
    return run_vectors(pointers_to(vectors), {.judged = subject, .process_twin = twin}, registry_, profile, mock_,
                       [](VectorResult const&) {});
  }

 private:
  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(HttpRuns, PlayEachVectorInItsDueWays) {
  std::vector<Vector> const vectors =
      sample_vectors({echo_vector("one"), sample_vector({{"id", "two"}, {"operation", "process"}})});
  FakeSubject subject({"split"}, echo);
  std::vector<VectorResult> const results = run(vectors, subject);
  ASSERT_THAT(results, SizeIs(2));
  ASSERT_THAT(results[0].attempts, SizeIs(1));
  EXPECT_EQ(results[0].attempts[0].way, Way::direct);
  EXPECT_EQ(results[0].status(), Status::pass);
  EXPECT_EQ(results[0].unsupported_reason, "");
  EXPECT_THAT(results[1].attempts, IsEmpty());
  EXPECT_EQ(results[1].status(), Status::unsupported);
  EXPECT_THAT(results[1].unsupported_reason, HasSubstr("process"));
  EXPECT_THAT(subject.calls(), SizeIs(1));
}

TEST_F(HttpRuns, FailWhenADeclaredOperationIsNotThere) {
  FakeSubject subject({"split"}, always(ended_reply(Reply::Status::unsupported)));
  EXPECT_EQ(run(sample_vectors({echo_vector("one")}), subject)[0].status(), Status::fail);
}

TEST_F(HttpRuns, HoldTheProcessAgainstTheLinkedReference) {
  std::vector<Vector> const vectors = sample_vectors({sample_vector({{"expect", {{"value", {{"$type", "object"}}}}}})});
  FakeSubject subject({"split"}, always(result_reply({{"a", 1}, {"b", 2}})));
  FakeSubject same({"split"}, always(result_reply({{"a", 1}, {"b", 2}})));
  std::vector<VectorResult> const equal = run(vectors, subject, &same);
  ASSERT_THAT(equal[0].attempts, SizeIs(2));
  EXPECT_EQ(equal[0].attempts[1].way, Way::process);
  EXPECT_EQ(equal[0].status(), Status::pass);
  FakeSubject other({"split"}, always(result_reply({{"a", 1}, {"b", 3}})));
  std::vector<VectorResult> const unequal = run(vectors, subject, &other);
  EXPECT_EQ(unequal[0].attempts[0].judgement.status, Status::pass);
  EXPECT_EQ(unequal[0].attempts[1].judgement.status, Status::fail);
  EXPECT_THAT(unequal[0].attempts[1].judgement.detail, HasSubstr("otherwise"));
}

TEST_F(HttpRuns, LetTheProcessNameItsOwnFolders) {
  std::vector<Vector> const vectors = sample_vectors({sample_vector({{"operation", "load"},
                                                                     {"files", {{"a", "x"}}},
                                                                     {"given", {{"path", "a"}}},
                                                                     {"expect", {{"value", {{"$type", "string"}}}}}})});
  FakeSubject::Answer const tell_path = [](std::string const&, Json const& params) {
    return result_reply("loaded " + params.at("path").get<std::string>());
  };
  FakeSubject subject({"load"}, tell_path);
  FakeSubject twin({"load"}, tell_path);
  EXPECT_EQ(run(vectors, subject, &twin)[0].status(), Status::pass);
}

TEST_F(HttpRuns, CallWhatTheHarnessThrowsAnError) {
  FakeSubject subject({"split"}, [](std::string const&, Json const&) -> Reply { throw HarnessError("disk is full"); });
  VectorResult const result = run(sample_vectors({echo_vector("one")}), subject)[0];
  EXPECT_EQ(result.status(), Status::error);
  EXPECT_THAT(result.attempts[0].judgement.detail, HasSubstr("disk is full"));
}

TEST_F(HttpRuns, LetNonGatingVectorsDecideInNoProfile) {
  std::vector<Vector> const vectors =
      sample_vectors({sample_vector({{"gating", false}}), sample_vector({{"id", "other"}})});
  FakeSubject subject({"split"}, always(result_reply(1)));
  for (Profile const profile : {Profile::as_written, Profile::lenient, Profile::live}) {
    std::vector<VectorResult> const results = run(vectors, subject, nullptr, profile);
    EXPECT_FALSE(results[0].gating) << profile_name(profile);
    EXPECT_TRUE(results[1].gating) << profile_name(profile);
  }
}

TEST_F(HttpRuns, KnowTheLevelOfEachVector) {
  FakeSubject subject({"split"}, always(result_reply(1)));
  std::vector<VectorResult> const results =
      run(sample_vectors({sample_vector({{"id", "a"}, {"clauses", Json::array({"P1.1-02"})}}),
                          sample_vector({{"id", "b"}, {"clauses", Json::array({"P1.1-05"})}})}),
          subject);
  EXPECT_EQ(results[0].level, Level::should);
  EXPECT_EQ(results[1].level, Level::must_not);
}

TEST_F(HttpRuns, PassNoErrorThatCameOfAStepWithoutAnAnswer) {
  FakeSubject subject({"run"}, [](std::string const&, Json const& params) {
    std::string const address = params.at("address");
    std::size_t const path_start = address.find('/', std::string("http://").size());
    httplib::Client client(address.substr(0, path_start));
    (void)client.Post((address.substr(path_start) + "/v1/chat/completions").c_str(), R"({"model": "m"})",
                      "application/json");
    return error_reply("ValueError");
  });
  auto const result_of = [&](char const* respond) {
    return run(sample_vectors({sample_vector({{"operation", "run"},
                                              {"provider", Json::array({Json{{"respond", Json::parse(respond)}}})},
                                              {"given", {{"address", "${MOCK}"}}},
                                              {"expect", {{"error", {{"kind", "ValueError"}}}}}})}),
               subject)[0];
  };
  EXPECT_EQ(result_of(R"({"error": {"status": 400}})").status(), Status::pass);
  VectorResult const unfit = result_of(R"({"chunks": []})");
  EXPECT_EQ(unfit.status(), Status::fail);
  EXPECT_THAT(unfit.attempts[0].judgement.detail, HasSubstr(R"((/steps/0) has "chunks")"));
}

TEST_F(HttpRuns, OfNothingGiveNothing) {
  FakeSubject subject({"split"}, echo);
  EXPECT_THAT(run({}, subject), IsEmpty());
}

TEST(ThreadsOfARun, DeliverInOrderWhicheverEndsFirst) {
  std::vector<Json> files;
  for (int number = 0; number < 60; ++number) files.push_back(echo_vector("v" + std::to_string(100 + number)));
  std::vector<Vector> const vectors = sample_vectors(files);
  std::mutex mutex;
  std::condition_variable answered;
  int others = 0;
  // The first vector is answered only after seven others, so results wait for it.
  FakeSubject subject({"split"}, [&](std::string const& operation, Json const& params) {
    std::unique_lock lock(mutex);
    if (params.at("text") == "v100") {
      answered.wait(lock, [&] { return others >= 7; });
    } else {
      ++others;
      answered.notify_all();
    }
    return echo(operation, params);
  });
  subject.declared.max_in_flight = 4;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::vector<std::string> delivered;
  std::vector<VectorResult> const results =
      run_vectors(pointers_to(vectors), {.judged = subject}, sample_registry(), Profile::lenient, mock,
                  [&](VectorResult const& result) { delivered.push_back(result.vector->id); });
  ASSERT_THAT(results, SizeIs(60));
  ASSERT_THAT(delivered, SizeIs(60));
  for (std::size_t index = 0; index < 60; ++index) {
    EXPECT_EQ(results[index].vector, &vectors[index]);
    EXPECT_EQ(delivered[index], vectors[index].id);
    EXPECT_EQ(results[index].status(), Status::pass);
  }
}

TEST(ThreadsOfARun, AreAsManyAsTheSubjectAllows) {
  std::vector<Json> files;
  for (int number = 0; number < 20; ++number) files.push_back(echo_vector("v" + std::to_string(number)));
  std::vector<Vector> const vectors = sample_vectors(files);
  std::mutex mutex;
  int open = 0;
  int most = 0;
  FakeSubject subject({"split"}, [&](std::string const& operation, Json const& params) {
    {
      std::scoped_lock const lock(mutex);
      most = std::max(most, ++open);
    }
    std::this_thread::yield();
    std::scoped_lock const lock(mutex);
    --open;
    return echo(operation, params);
  });
  subject.declared.max_in_flight = 1;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  (void)run_vectors(pointers_to(vectors), {.judged = subject}, sample_registry(), Profile::lenient, mock,
                    [](VectorResult const&) {});
  EXPECT_EQ(most, 1);
  subject.declared.max_in_flight = 3;
  (void)run_vectors(pointers_to(vectors), {.judged = subject}, sample_registry(), Profile::lenient, mock,
                    [](VectorResult const&) {});
  EXPECT_LE(most, 3);
}

TEST(StatusOfAResult, IsTheWorstOfItsAttempts) {
  auto const worst = [](std::vector<Status> const& statuses) {
    VectorResult result;
    for (Status const status : statuses) {
      Attempt attempt;
      attempt.judgement.status = status;
      result.attempts.push_back(attempt);
    }
    return result.status();
  };
  EXPECT_EQ(worst({}), Status::unsupported);
  EXPECT_EQ(worst({Status::pass, Status::pass}), Status::pass);
  EXPECT_EQ(worst({Status::pass, Status::fail}), Status::fail);
  EXPECT_EQ(worst({Status::crash, Status::fail, Status::pass}), Status::crash);
  EXPECT_EQ(worst({Status::fail, Status::timeout}), Status::timeout);
  EXPECT_EQ(worst({Status::error, Status::crash}), Status::error);
}

TEST(RepeatedRuns, CallAVectorFlakyThatPassesAndFails) {
  std::vector<Vector> const vectors = sample_vectors({echo_vector("one")});
  int calls = 0;
  FakeSubject subject({"split"}, [&](std::string const&, Json const& params) {
    return result_reply(++calls == 2 ? Json("otherwise") : params.at("text"));
  });
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::vector<VectorResult> const results = run_vectors(pointers_to(vectors), {.judged = subject}, sample_registry(),
                                                        Profile::lenient, mock, nullptr, {.rounds = 3});
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(results.at(0).status(), Status::flaky);
  EXPECT_TRUE(is_failure(Status::flaky));
  EXPECT_THAT(results[0].attempts[0].judgement.detail, HasSubstr("passed 2 of 3 times"));
}

TEST(RepeatedRuns, KeepWhatIsAlwaysTheSame) {
  std::vector<Vector> const vectors = sample_vectors({echo_vector("one")});
  FakeSubject failing({"split"}, [](std::string const&, Json const&) { return result_reply("otherwise"); });
  FakeSubject passing({"split"}, echo);
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  EXPECT_EQ(run_vectors(pointers_to(vectors), {.judged = failing}, sample_registry(), Profile::lenient, mock, nullptr,
                        {.rounds = 2})
                .at(0)
                .status(),
            Status::fail);
  EXPECT_EQ(run_vectors(pointers_to(vectors), {.judged = passing}, sample_registry(), Profile::lenient, mock, nullptr,
                        {.rounds = 2})
                .at(0)
                .status(),
            Status::pass);
}

TEST(RunsThatStopEarly, HaveNothingBehindTheResultThatWasEnough) {
  std::vector<Vector> const vectors = sample_vectors({echo_vector("one"), echo_vector("two"), echo_vector("three")});
  FakeSubject subject({"split"}, echo);
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::vector<std::string> delivered;
  std::vector<VectorResult> const results =
      run_vectors(pointers_to(vectors), {.judged = subject}, sample_registry(), Profile::lenient, mock,
                  [&](VectorResult const& result) { delivered.push_back(result.vector->id); },
                  {.is_enough = [](VectorResult const& result) { return result.vector->id == "load/sample/two"; }});
  EXPECT_THAT(delivered, ElementsAre("load/sample/one", "load/sample/two"));
  EXPECT_THAT(results, SizeIs(2));
}

TEST(AdjustedRuns, ShowTheAdjustedResultEverywhere) {
  std::vector<Vector> const vectors = sample_vectors({echo_vector("one"), echo_vector("two")});
  FakeSubject subject({"split"}, echo);
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::vector<VectorResult> const results =
      run_vectors(pointers_to(vectors), {.judged = subject}, sample_registry(), Profile::lenient, mock, nullptr,
                  {.adjust = [](VectorResult& result) { result.attempts[0].judgement.status = Status::fail; }});
  EXPECT_EQ(results.at(0).status(), Status::fail);
}

TEST(ComparableAnswers, AreEqualWhereCallsThatOverlapBeganInAnotherOrder) {
  auto const with_spans = [](Json spans) {
    return comparable_answer({.answered = {{"result", {{"outcome", "Twice."}, {"spans", std::move(spans)}}}}}, "");
  };
  Json const gong = {{"name", "execute_tool"}, {"parent", "turn"}, {"attributes", {{"inputs", "gong"}}}};
  Json const chime = {{"name", "execute_tool"}, {"parent", "turn"}, {"attributes", {{"inputs", "chime"}}}};
  EXPECT_EQ(with_spans({gong, chime}), with_spans({chime, gong}));
  EXPECT_NE(with_spans({gong, chime}), with_spans({gong, gong}));
}

}  // namespace
}  // namespace conformance::runner_test

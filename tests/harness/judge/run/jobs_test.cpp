#include <gmock/gmock.h>

#include <condition_variable>
#include <nlohmann/json.hpp>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

// Several subjects of one implementation play the vectors of one run.
namespace conformance::jobs_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Vector> echo_vectors(int count) {
  std::vector<Json> vectors;
  for (int number = 0; number < count; ++number) {
    std::string const id = "v" + std::to_string(1000 + number);
    vectors.push_back(sample_vector({{"id", id}, {"given", {{"text", id}}}, {"expect", {{"value", id}}}}));
  }
  return sample_vectors(vectors);
}

std::vector<std::string> ids_of(std::vector<Vector> const& vectors) {
  std::vector<std::string> ids;
  for (Vector const& vector : vectors) ids.push_back(vector.id);
  return ids;
}

Reply echo(std::string const&, Json const& params) {
  return result_reply(params.at("text"));
}

class ThreadsOfJobs : public testing::Test {
 protected:
  std::vector<VectorResult> run(std::vector<Vector> const& vectors, FakeSubject& first, PlayOptions const& options) {
    return run_vectors(
        pointers_to(vectors), {.judged = first}, registry_, Profile::lenient, mock_,
        [this](VectorResult const& result) { delivered_.push_back(result.vector->id); }, options);
  }

  std::vector<std::string> delivered_;

  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(ThreadsOfJobs, ShareTheVectorsAndKeepTheirOrder) {
  std::vector<Vector> const vectors = echo_vectors(40);
  std::mutex mutex;
  std::condition_variable changed;
  int requested = 0;
  // Each waits until all three have something to do, so that none plays everything.
  FakeSubject::Answer const together = [&](std::string const& operation, Json const& params) {
    std::unique_lock lock(mutex);
    ++requested;
    changed.notify_all();
    changed.wait(lock, [&] { return requested >= 3; });
    return echo(operation, params);
  };
  FakeSubject first({"split"}, together);
  FakeSubject second({"split"}, together);
  FakeSubject third({"split"}, together);
  std::vector<VectorResult> const results =
      run(vectors, first, {.more_subjects = {{.judged = second}, {.judged = third}}});
  EXPECT_EQ(delivered_, ids_of(vectors));
  ASSERT_THAT(results, SizeIs(40));
  for (VectorResult const& result : results) EXPECT_EQ(result.status(), Status::pass);
  for (FakeSubject const* const subject : {&first, &second, &third}) EXPECT_GE(subject->calls().size(), 1U);
  EXPECT_EQ(first.calls().size() + second.calls().size() + third.calls().size(), 40U);
}

TEST_F(ThreadsOfJobs, CompareEachSubjectWithItsOwnTwin) {
  std::vector<Vector> const vectors =
      sample_vectors({sample_vector({{"expect", {{"value", {{"$type", "string"}}}}}}),
                      sample_vector({{"id", "second"}, {"expect", {{"value", {{"$type", "string"}}}}}})});
  std::mutex mutex;
  std::condition_variable changed;
  int requested = 0;
  FakeSubject::Answer const together = [&](std::string const&, Json const&) {
    std::unique_lock lock(mutex);
    ++requested;
    changed.notify_all();
    changed.wait(lock, [&] { return requested >= 2; });
    return result_reply("same");
  };
  FakeSubject judged({"split"}, together);
  FakeSubject other_judged({"split"}, together);
  FakeSubject twin({"split"}, always(result_reply("same")));
  FakeSubject other_twin({"split"}, always(result_reply("other")));
  std::vector<VectorResult> const results =
      run_vectors(pointers_to(vectors), {.judged = judged, .process_twin = &twin}, registry_, Profile::lenient, mock_,
                  nullptr, {.more_subjects = {{.judged = other_judged, .process_twin = &other_twin}}});
  std::multiset<Status> statuses;
  for (VectorResult const& result : results) statuses.insert(result.status());
  EXPECT_THAT(statuses, ElementsAre(Status::pass, Status::fail));
}

TEST_F(ThreadsOfJobs, HandNothingOverOnceTheRunIsCut) {
  std::vector<Vector> const vectors = echo_vectors(30);
  std::stop_source source;
  FakeSubject::Answer const cut_at_the_tenth = [&](std::string const& operation, Json const& params) {
    if (params.at("text") == "v1010") source.request_stop();
    return echo(operation, params);
  };
  FakeSubject first({"split"}, cut_at_the_tenth);
  FakeSubject second({"split"}, cut_at_the_tenth);
  std::vector<VectorResult> const results =
      run(vectors, first, {.more_subjects = {{.judged = second}}, .stop = source.get_token()});
  EXPECT_LE(results.size(), 10U);
  EXPECT_THAT(delivered_, SizeIs(results.size()));
  std::vector<std::string> const ids = ids_of(vectors);
  EXPECT_TRUE(std::equal(delivered_.begin(), delivered_.end(), ids.begin()));
}

TEST_F(ThreadsOfJobs, PlayNothingInARunThatIsCutAlready) {
  std::stop_source source;
  source.request_stop();
  FakeSubject subject({"split"}, echo);
  EXPECT_THAT(run(echo_vectors(5), subject, {.stop = source.get_token()}), IsEmpty());
  EXPECT_THAT(subject.calls(), IsEmpty());
}

TEST_F(ThreadsOfJobs, PlayOnlyTheRequestedWays) {
  FakeSubject subject({"build_request", "run"}, always(error_reply("ValueError")));
  std::vector<Vector> const vectors = sample_vectors(
      {sample_vector({{"operation", "build_request"}, {"expect", {{"error", {{"kind", "ValueError"}}}}}})});
  std::vector<VectorResult> const all = run(vectors, subject, {});
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_THAT(all[0].attempts, SizeIs(2));
  std::vector<VectorResult> const direct = run(vectors, subject, {.ways = {Way::direct}});
  ASSERT_THAT(direct, SizeIs(1));
  ASSERT_THAT(direct[0].attempts, SizeIs(1));
  EXPECT_EQ(direct[0].attempts[0].way, Way::direct);
}

TEST_F(ThreadsOfJobs, KeepOfWhatPassedOnlyWhatReportsShow) {
  std::vector<Vector> const vectors = echo_vectors(2);
  FakeSubject subject({"split"}, [](std::string const& operation, Json const& params) {
    return params.at("text") == "v1000" ? echo(operation, params) : result_reply("otherwise");
  });
  std::vector<VectorResult> const results = run(vectors, subject, {});
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_TRUE(results[0].attempts.at(0).sent.is_null());
  EXPECT_TRUE(results[0].attempts.at(0).answered.is_null());
  EXPECT_EQ(results[1].attempts.at(0).answered, Json({{"result", "otherwise"}}));
  EXPECT_EQ(results[1].attempts.at(0).sent.at("text"), "v1001");
}

}  // namespace
}  // namespace conformance::jobs_test

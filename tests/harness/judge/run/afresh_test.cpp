#include "harness/judge/run/afresh.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/run/fake_subject.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::afresh_test {
namespace {

Vector splitting(std::string const& id, std::string const& text, std::string const& body) {
  return one_sample_vector({{"id", id}, {"given", {{"text", text}}}, {"expect", {{"value", body}}}});
}

/// Judges vectors by one process of a subject, one after the other, and plays what failed afresh.
class HttpAfresh : public testing::Test {
 protected:
  using Process = std::function<FakeSubject::Answer()>;

  /// Which of the vectors failed, and of these which pass afresh, by the letters F and P.
  std::string played(std::vector<Vector> const& vectors, Process const& process, AfreshLimits const& limits = {}) {
    std::vector<Vector const*> pointers;
    for (Vector const& vector : vectors) pointers.push_back(&vector);
    FakeSubject judged({"split"}, process());
    std::vector<VectorResult> results =
        run_vectors(pointers, {.judged = judged}, registry_, Profile::lenient, mock_, nullptr);
    play_afresh(
        results,
        [&]() -> std::unique_ptr<Subject> {
          ++started_;
          return std::make_unique<FakeSubject>(std::set<std::string>{"split"}, process());
        },
        {.registry = registry_, .profile = Profile::lenient, .mock = mock_}, limits);
    std::string marks;
    for (VectorResult const& result : results)
      marks += result.status() == Status::pass ? "-" : result.passes_afresh ? "P" : "F";
    earlier_.clear();
    for (VectorResult const& result : results) earlier_.push_back(result.fails_after);
    return marks;
  }

  std::size_t started_ = 0;
  std::vector<std::string> earlier_;  ///< by vector, what its `fails_after` names

 private:
  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

/// Answers with the number of times that it was asked for texts of that first letter.
FakeSubject::Answer counting() {
  auto const counts = std::make_shared<std::map<char, int>>();
  return [counts](std::string const&, Json const& params) {
    return result_reply(++(*counts)[params.at("text").get<std::string>().front()]);
  };
}

std::vector<Vector> asking_twice() {
  std::vector<Vector> vectors = {splitting("a", "x", ""), splitting("b", "x again", ""), splitting("c", "y", "")};
  for (std::size_t place : {0U, 1U}) vectors[place].steps[0].expect.outcome.value = 1;
  vectors[2].steps[0].expect.outcome.value = 2;
  return vectors;
}

TEST_F(HttpAfresh, FindsWhatFailsOnlyAfterAnEarlierRequest) {
  EXPECT_EQ(played(asking_twice(), counting), "-PF");
}

TEST_F(HttpAfresh, NamesTheEarlierVector) {
  std::vector<Vector> vectors = asking_twice();
  for (int place = 0; place < 30; ++place) {
    Vector between = splitting(fmt::format("between-{}", place), std::string(1, static_cast<char>('A' + place)), "");
    between.steps[0].expect.outcome.value = 1;
    vectors.insert(vectors.begin() + 1, between);
  }
  EXPECT_EQ(played(vectors, counting), "-" + std::string(30, '-') + "PF");
  EXPECT_EQ(earlier_[31], vectors.front().id);
  EXPECT_EQ(earlier_[32], "") << "it fails by itself";
  EXPECT_EQ(played(vectors, counting, {.searched = 0}), "-" + std::string(30, '-') + "PF");
  EXPECT_EQ(earlier_[31], "");
}

TEST_F(HttpAfresh, NamesNoEarlierVectorWhereItTakesTwo) {
  std::vector<Vector> vectors = asking_twice();
  vectors.insert(vectors.begin() + 1, splitting("between", "x between", ""));
  vectors[1].steps[0].expect.outcome.value = 2;
  vectors[2].steps[0].expect.outcome.value = Json{{"$oneOf", Json::array({1, 2})}};
  EXPECT_EQ(played(vectors, counting), "--PF");
  EXPECT_EQ(earlier_[2], "");
}

/// Ends at each second request, and at each that begins with "!".
FakeSubject::Answer ending() {
  auto const count = std::make_shared<int>(0);
  return [count](std::string const&, Json const& params) {
    bool const ends = ++*count % 2 == 0 || params.at("text").get<std::string>().starts_with("!");
    return ends ? Reply{.status = Reply::Status::crash, .detail = "it ended"} : result_reply("body");
  };
}

TEST_F(HttpAfresh, FindsWhatEndsOnlyAfterOtherRequests) {
  std::vector<Vector> const vectors = {splitting("a", "x", "body"), splitting("b", "y", "body"),
                                       splitting("c", "!", "body")};
  EXPECT_EQ(played(vectors, ending), "-PF");
  EXPECT_EQ(earlier_[1], "") << "which request it was is not looked for";
  EXPECT_EQ(played(vectors, ending, {.time = std::chrono::milliseconds(-1)}), "-FF");
}

TEST_F(HttpAfresh, StartsNothingWhenNothingFailed) {
  EXPECT_EQ(played({splitting("a", "x", "body")}, [] { return always(result_reply("body")); }), "-");
  EXPECT_EQ(started_, 0U);
}

TEST_F(HttpAfresh, IsBoundedInProcessesAndTime) {
  EXPECT_EQ(played(asking_twice(), counting, {.processes = 0}), "-FF");
  EXPECT_EQ(played(asking_twice(), counting, {.time = std::chrono::milliseconds(-1)}), "-FF");
}

}  // namespace
}  // namespace conformance::afresh_test

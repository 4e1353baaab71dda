#include "harness/judge/run/run_faults.hpp"

#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/run/sample_results.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::run_faults_test {
namespace {

using testing::ElementsAre;
using testing::Optional;
using testing::SizeIs;

/// A mistake that breaks a SHOULD: whatever is split has this body and this frontmatter.
Deviation splitting_into(Json const& body, Json const& frontmatter) {
  return {.id = "m", .clause = "P1.1-02", .breaks = "It splits.", .answer = [=](auto const&...) {
            return Reply{.status = Reply::Status::result, .value = {{"frontmatter", frontmatter}, {"body", body}}};
          }};
}

/// A subject that fails a vector of a SHOULD and one of a MUST, both of which take "body" for the body.
class HttpRunFaults : public testing::Test {
 protected:
  std::vector<RunFault> found(Deviation const& known) {
    results_.clear();
    for (Vector const& vector : suite_.corpus.vectors) {
      VectorResult result = sample_result(vector, Status::fail, suite_.registry);
      result.attempts[0].judgement.differences = {{.pointer = "/body",
                                                   .message = "the values differ",
                                                   .expected = "body",
                                                   .got = "body!",
                                                   .kind = DifferenceKind::other_value}};
      results_.push_back(std::move(result));
    }
    change_(results_);
    return find_faults(results_, suite_, {known}, Profile::lenient, deciding_, mock_);
  }

  std::optional<std::vector<RunFault>> found_unless(std::function<bool()> const& is_overdue) {
    Deviation const known = splitting_into("body!", nullptr);
    static_cast<void>(found(known));
    return find_faults_in_time(results_, suite_, {known}, Profile::lenient, deciding_, mock_, is_overdue);
  }

  std::function<void(std::vector<VectorResult>& results)> change_ = [](auto&) {};
  std::vector<VectorResult> results_;
  Deciding deciding_;
  std::vector<std::unique_ptr<Vector>> answers_;
  Suite suite_{.registry = sample_registry(),
               .corpus = sample_corpus({sample_vector({{"id", "should"}, {"clauses", Json::array({"P1.1-02"})}}),
                                        sample_vector({{"id", "must"}, {"clauses", Json::array({"P1.1-01"})}})}),
               .crossings = {.crossings = {{.name = "texts/note", .clauses = {"P1.1-05"}, .operations = {"split"}}}}};

 private:
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(HttpRunFaults, AreNotLookedForWhenTheTimeIsOver) {
  EXPECT_THAT(found_unless([] { return false; }), Optional(SizeIs(1)));
  EXPECT_EQ(found_unless([] { return true; }), std::nullopt);
  for (VectorResult const& result : results_) EXPECT_FALSE(result.blame.has_value());
}

TEST_F(HttpRunFaults, DecideWhereADecidingVectorHasNoOther) {
  std::vector<RunFault> const faults = found(splitting_into("body!", nullptr));
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_THAT(faults[0].clauses, ElementsAre("P1.1-02"));
  EXPECT_THAT(faults[0].own, ElementsAre("load/sample/should"));
  EXPECT_THAT(faults[0].other, ElementsAre("load/sample/must"));
  EXPECT_TRUE(faults[0].decides) << "a SHOULD does not decide by itself, the MUST that it fails does";
  EXPECT_TRUE(results_[0].blame->decides);
}

TEST_F(HttpRunFaults, CountAmongTheFirstGroupOfWhichAVectorDecides) {
  EXPECT_EQ(found(splitting_into("body!", nullptr)).at(0).group, Group::documents);
  change_ = [](std::vector<VectorResult>& results) { results[1].group = Group::ours; };
  deciding_.groups = {Group::documents, Group::ours};
  EXPECT_EQ(found(splitting_into("body!", nullptr)).at(0).group, Group::ours)
      << "the SHOULD of the documents does not decide, and nothing is said of them";
}

TEST_F(HttpRunFaults, NameAKnownMistakeOnlyWhereAllOfItIsSeen) {
  EXPECT_EQ(found(splitting_into("body!", nullptr)).at(0).known, "It splits.");
  std::vector<RunFault> const partly = found(splitting_into("body!", "made up"));
  ASSERT_THAT(partly, SizeIs(1));
  EXPECT_THAT(partly[0].clauses, ElementsAre("P1.1-02")) << "it is the likeliest all the same";
  EXPECT_EQ(partly[0].known, "") << "nothing is wrong with the frontmatter";
}

TEST_F(HttpRunFaults, NameNoMistakeThatWouldAnswerOtherwise) {
  EXPECT_EQ(found(splitting_into("body?", nullptr)).at(0).known, "")
      << "a text is added at the end as well, but it is another text";
}

TEST_F(HttpRunFaults, NameNoMistakeThatGivesAnotherValueWhereAnErrorIsDue) {
  suite_.corpus = sample_corpus({sample_vector({{"id", "must"},
                                                {"clauses", Json::array({"P1.1-02"})},
                                                {"given", {{"text", "---\nname: open"}}},
                                                {"expect", {{"error", {{"kind", "ValueError"}}}}}})});
  Json const answer = {{"frontmatter", nullptr}, {"body", "body!"}};
  change_ = [&](std::vector<VectorResult>& results) {
    results[0].attempts[0].answered = {{"result", answer}};
    results[0].attempts[0].judgement.differences = {{.message = "a value instead of an error",
                                                     .expected = {{"kind", "ValueError"}},
                                                     .got = answer,
                                                     .kind = DifferenceKind::ending}};
  };
  EXPECT_EQ(found(splitting_into("body!", nullptr)).at(0).known, "It splits.");
  EXPECT_EQ(found(splitting_into("body?", nullptr)).at(0).known, "");
}

TEST_F(HttpRunFaults, SayWhatWasExpectedAndWhatCame) {
  EXPECT_EQ(found(splitting_into("body!", nullptr)).at(0).what,
            "split: body: text added at the end (expected \"body\", got \"body!\")");
}

TEST_F(HttpRunFaults, AreTitledByTheMistakeThatTheyAreLikeOrTheirClause) {
  EXPECT_EQ(found(splitting_into("body!", nullptr)).at(0).title, "It splits.");
  EXPECT_THAT(found(splitting_into("body?", nullptr)).at(0).title, testing::StartsWith("Against P1.1-02, SHOULD: "));
}

TEST_F(HttpRunFaults, AreTitledByTheErrorWhereCodeGoesAstray) {
  change_ = [](std::vector<VectorResult>& results) {
    for (VectorResult& result : results) {
      Json const error = {{"kind", "RuntimeError"}, {"message", "AttributeError: no 'text'"}};
      result.attempts[0].answered = {{"error", error}};
      result.attempts[0].judgement.differences = {
          {.message = "an error instead of a value", .expected = "body", .got = error, .kind = DifferenceKind::ending}};
    }
  };
  EXPECT_EQ(found(splitting_into("body?", nullptr)).at(0).title,
            "Against P1.1-01, MUST: split fails: AttributeError: no 'text'");
}

TEST_F(HttpRunFaults, AreShownByAVectorThatDecides) {
  deciding_.level = GatingLevel::all;
  change_ = [this](std::vector<VectorResult>& results) {
    answers_.push_back(std::make_unique<Vector>(*results[1].vector));
    answers_.back()->clauses = {"P1.1-02"};
    results[1].vector = results[1].attempts[0].vector = answers_.back().get();
    results[1].gating = false;
  };
  EXPECT_THAT(found(splitting_into("body!", nullptr)).at(0).own, ElementsAre("load/sample/should", "load/sample/must"))
      << "the one that never gates would be the first by its name";
}

TEST_F(HttpRunFaults, BlameAnAdditionOnTheClausesThatItsPageNames) {
  change_ = [](std::vector<VectorResult>& results) {
    for (VectorResult& result : results) {
      result.attempts[0].way = Way::transform;
      result.attempts[0].variation = Variation{.transform = Transform::crossed, .name = "texts/note"};
    }
  };
  std::vector<RunFault> const faults = found(splitting_into("body!", nullptr));
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_THAT(faults[0].clauses, ElementsAre("P1.1-05"));
  EXPECT_EQ(faults[0].would_pass, 2U);
  EXPECT_EQ(results_[0].blame->standing, Standing::passing);
}

TEST_F(HttpRunFaults, LayWhatNeverReachedTheProviderToNoClauseAboutAnswers) {
  change_ = [this](std::vector<VectorResult>& results) {
    for (VectorResult& result : results) {
      answers_.push_back(std::make_unique<Vector>(*result.vector));
      answers_.back()->steps.back().operation = "process";
      answers_.back()->steps.back().given = {{"agent", {{"model", {{"apiType", "image"}}}}}};
      result.vector = answers_.back().get();
      result.attempts[0].vector = result.vector;
      result.attempts[0].way = Way::http;
      result.attempts[0].answered = {{"error", {{"kind", "RuntimeError"}}}};
    }
    results[1].attempts[0].exchanges.push_back(
        {.method = "POST", .path = "/images/generations", .headers = {}, .body = ""});
  };
  std::vector<RunFault> const faults = found(splitting_into("body!", nullptr));
  auto const unsent = std::find_if(faults.begin(), faults.end(), [](RunFault const& fault) {
    return fault.clauses == std::vector<std::string>{"P7.3-01"};
  });
  ASSERT_NE(unsent, faults.end());
  EXPECT_EQ(unsent->what, "run: raises an error before it sends a request (P7.3-01)");
  EXPECT_THAT(unsent->own, SizeIs(1)) << "the other one was answered, and says how answers are read";
}

TEST_F(HttpRunFaults, OfSecurityComeFirstAndSaySo) {
  change_ = [](std::vector<VectorResult>& results) {
    results[0].attempts[0].judgement.differences[0].pointer = "/frontmatter";
  };
  std::vector<RunFault> const plain = found(splitting_into("other", nullptr));
  ASSERT_THAT(plain, SizeIs(2));
  EXPECT_THAT(plain[0].clauses, ElementsAre("P1.1-01")) << "a MUST decides";
  std::vector<Clause> clauses = suite_.registry.clauses();
  for (Clause& clause : clauses) clause.security = clause.id == "P1.1-02";
  suite_.registry = ClauseRegistry(clauses, suite_.registry.decisions());
  std::vector<RunFault> const marked = found(splitting_into("other", nullptr));
  ASSERT_THAT(marked, SizeIs(2));
  EXPECT_THAT(marked[0].clauses, ElementsAre("P1.1-02"));
  EXPECT_TRUE(marked[0].is_of_security);
  EXPECT_EQ(marked[0].title, "Security. Against P1.1-02, SHOULD: Files are read fast.");
  EXPECT_FALSE(marked[1].is_of_security);
}

TEST_F(HttpRunFaults, TellWhatFailsOnlyAfterOtherRequests) {
  change_ = [](std::vector<VectorResult>& results) {
    results[1].passes_afresh = true;
    results[1].fails_after = "load/a";
  };
  std::vector<RunFault> const faults = found(splitting_into("body!", nullptr));
  ASSERT_THAT(faults, SizeIs(2));
  RunFault const& later = faults[0].own == std::vector<std::string>{"load/sample/must"} ? faults[0] : faults[1];
  EXPECT_EQ(
      later.what,
      "split: fails only after other requests, or by chance; in a process of its own it passes; seen after load/a");
  EXPECT_THAT(later.clauses, testing::IsEmpty()) << "no clause speaks of what a split leaves behind";
  EXPECT_TRUE(later.decides);
}

Reply ask_reference(std::string const& operation, Json const& params, AskReference const& reference) {
  return reference(operation, params);
}

/// What a subject gave instead of an answer.
void end_otherwise(VectorResult& result, Reply::Status status, std::string const& detail) {
  Reply const reply{.status = status, .detail = detail};
  result.attempts[0].judgement = judge_outcome({}, reply);
  result.attempts[0].answered = reply_as_json(reply);
}

TEST_F(HttpRunFaults, BlameNoClauseWhereTheProcessEndsOnlyAfterOtherRequests) {
  change_ = [](std::vector<VectorResult>& results) {
    end_otherwise(results[1], Reply::Status::crash, "the adapter exited with status 3 without an answer");
    results[1].passes_afresh = true;
  };
  std::vector<RunFault> const faults = found(splitting_into("body!", nullptr));
  ASSERT_THAT(faults, SizeIs(2));
  RunFault const& ended = faults[0].own == std::vector<std::string>{"load/sample/must"} ? faults[0] : faults[1];
  EXPECT_EQ(ended.title, "The adapter exited with status # without an answer");
  EXPECT_THAT(ended.clauses, testing::IsEmpty());
  EXPECT_TRUE(ended.decides);
}

TEST_F(HttpRunFaults, BlameNoClauseForABrokenProtocol) {
  change_ = [](std::vector<VectorResult>& results) {
    end_otherwise(results[0], Reply::Status::protocol_fault, "it is no JSON: Hello");
    end_otherwise(results[1], Reply::Status::protocol_fault, "it is no JSON: {");
  };
  std::vector<RunFault> const faults = found(splitting_into("body!", nullptr));
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].title, "The adapter broke the protocol: it is no JSON");
  EXPECT_THAT(faults[0].clauses, testing::IsEmpty());
  EXPECT_TRUE(faults[0].decides);
  for (VectorResult const& result : results_) EXPECT_EQ(result.blame->standing, Standing::not_testable);
}

TEST_F(HttpRunFaults, BlameNoClauseWhereTheSubjectWasGivenUp) {
  change_ = [](std::vector<VectorResult>& results) {
    end_otherwise(results[0], Reply::Status::not_asked, "the adapter was restarted 20 times, which is the limit");
    end_otherwise(results[1], Reply::Status::crash, "the adapter exited with status 3 without an answer");
  };
  std::vector<RunFault> const faults = found(splitting_into("body!", nullptr));
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].title, "The adapter exited with status # without an answer") << "which is why it was given up";
  EXPECT_THAT(faults[0].clauses, testing::IsEmpty());
  EXPECT_THAT(faults[0].own, ElementsAre("load/sample/must", "load/sample/should"));
}

TEST_F(HttpRunFaults, BlameTheClauseOfAVectorAtWhichTheProcessEnds) {
  change_ = [](std::vector<VectorResult>& results) {
    end_otherwise(results[1], Reply::Status::crash, "the adapter was killed by signal 11 without an answer");
  };
  // A mistake of the other vector that would change the answer to this one as well would account for it.
  std::vector<RunFault> const faults =
      found({.id = "m", .clause = "P1.1-02", .breaks = "It.", .answer = ask_reference});
  ASSERT_THAT(faults, SizeIs(2));
  RunFault const& ended = faults[0].own == std::vector<std::string>{"load/sample/must"} ? faults[0] : faults[1];
  EXPECT_THAT(ended.clauses, ElementsAre("P1.1-01"));
  EXPECT_THAT(ended.own, ElementsAre("load/sample/must"));
  EXPECT_TRUE(ended.decides);
  EXPECT_EQ(results_[1].blame->standing, Standing::own);
}

}  // namespace
}  // namespace conformance::run_faults_test

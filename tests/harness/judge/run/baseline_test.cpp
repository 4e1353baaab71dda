#include "harness/judge/run/baseline.hpp"

#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/run/sample_results.hpp"
#include "harness/judge/run/summary.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::baseline_test {
namespace {

using std::chrono::year_month_day;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

constexpr year_month_day day(int year, unsigned month, unsigned number) {
  return {std::chrono::year(year), std::chrono::month(month), std::chrono::day(number)};
}

constexpr year_month_day today = day(2030, 6, 15);

class Baselines : public testing::Test {
 protected:
  KnownFailure known() const {
    return {.id = vector_.id,
            .reason = "no split yet",
            .signature = "fail in split at \"/a\": the values differ",
            .content = content_of(vector_)};
  }

  /// The vector's result after the baseline was applied to it.
  VectorResult applied(Status status, std::vector<KnownFailure> const& failures,
                       std::vector<KnownFailure> const& flaky = {}) const {
    VectorResult result = sample_result(vector_, status);
    Baseline(failures, flaky, today).apply(result);
    return result;
  }

  static std::string detail(VectorResult const& result) { return result.attempts.at(0).judgement.detail; }

  Vector const vector_ = one_sample_vector(Json::object());
};

TEST_F(Baselines, NameFailuresInALineThatStaysTheSame) {
  EXPECT_EQ(failure_signature(sample_result(vector_, Status::fail)), known().signature);
  EXPECT_EQ(failure_signature(sample_result(vector_, Status::crash)), "crash in split at \"/a\": the values differ");
  EXPECT_EQ(failure_signature(sample_result(vector_, Status::pass)), "");
}

TEST_F(Baselines, LeaveWhatIsNotListed) {
  EXPECT_EQ(applied(Status::fail, {}).status(), Status::fail);
  EXPECT_EQ(applied(Status::pass, {}).status(), Status::pass);
}

TEST_F(Baselines, KnowAFailureThatFailsAsListed) {
  VectorResult const result = applied(Status::fail, {known()});
  EXPECT_EQ(result.status(), Status::known_failure);
  EXPECT_EQ(detail(result), "known: no split yet; the answer differs");
}

TEST_F(Baselines, DoNotExcuseAnotherFailure) {
  VectorResult const result = applied(Status::crash, {known()});
  EXPECT_EQ(result.status(), Status::crash);
  EXPECT_THAT(detail(result), HasSubstr("known to fail otherwise: " + known().signature));
}

// Such as one that failed directly, as is known, and now crashes over HTTP as well.
TEST_F(Baselines, DoNotExcuseAFailureInAnotherWay) {
  VectorResult result = sample_result(vector_, Status::fail);
  result.attempts.push_back(sample_attempt(vector_, Way::http, Status::crash));
  result.attempts.back().operation = "run";
  VectorResult const failing = result;
  for (bool const is_flaky : {false, true}) {
    KnownFailure entry = known();
    entry.expires = today;
    std::vector<KnownFailure> const list = {entry};
    VectorResult judged = failing;
    Baseline(is_flaky ? std::vector<KnownFailure>() : list, is_flaky ? list : std::vector<KnownFailure>(), today)
        .apply(judged);
    EXPECT_EQ(judged.status(), Status::crash);
    EXPECT_THAT(detail(judged), HasSubstr("not listed is: crash in run"));
  }
  KnownFailure both = known();
  both.signature = failure_signature(failing);
  EXPECT_EQ(both.signature, known().signature + "\ncrash in run at \"/a\": the values differ");
  Baseline({both}, {}, today).apply(result);
  EXPECT_EQ(result.status(), Status::known_failure);
  EXPECT_EQ(applied(Status::fail, {both}).status(), Status::known_failure) << "one of the two is no new failure";
}

TEST_F(Baselines, DoNotExcuseAVectorThatChanged) {
  KnownFailure entry = known();
  entry.content = "sha256:0000000000000000";
  VectorResult const result = applied(Status::fail, {entry});
  EXPECT_EQ(result.status(), Status::fail);
  EXPECT_THAT(detail(result), HasSubstr("update-known-failures"));
}

TEST_F(Baselines, CountThroughTheLastDay) {
  KnownFailure entry = known();
  entry.expires = today;
  EXPECT_EQ(applied(Status::fail, {entry}).status(), Status::known_failure);
  entry.expires = day(2030, 6, 14);
  VectorResult const result = applied(Status::fail, {entry});
  EXPECT_EQ(result.status(), Status::fail);
  EXPECT_THAT(detail(result), HasSubstr("until 2030-06-14"));
}

TEST_F(Baselines, SayWhenAListedVectorPasses) {
  VectorResult const result = applied(Status::pass, {known()});
  EXPECT_EQ(result.status(), Status::unexpected_pass);
  EXPECT_THAT(detail(result), AllOf(HasSubstr("no split yet"), HasSubstr("take it off the list")));
}

TEST_F(Baselines, LeaveAListedVectorThatIsNotSupported) {
  EXPECT_EQ(applied(Status::unsupported, {known()}).status(), Status::unsupported);
}

TEST_F(Baselines, LetAFlakyVectorFailThatPassesAsWell) {
  KnownFailure const flaky{.id = vector_.id, .reason = "races"};
  EXPECT_EQ(applied(Status::pass, {}, {flaky}).status(), Status::pass);
  VectorResult const result = applied(Status::flaky, {}, {flaky});
  EXPECT_EQ(result.status(), Status::known_failure);
  EXPECT_EQ(detail(result), "known to be flaky: races; the answer differs");
}

TEST_F(Baselines, DoNotExcuseAFlakyVectorThatFailsEveryTime) {
  KnownFailure const flaky{.id = vector_.id, .reason = "races"};
  VectorResult const result = applied(Status::fail, {}, {flaky});
  EXPECT_EQ(result.status(), Status::fail);
  EXPECT_THAT(detail(result), AllOf(HasSubstr("nothing shows that it passes"), HasSubstr("--repeat")));
  EXPECT_EQ(applied(Status::timeout, {}, {flaky}).status(), Status::timeout);
}

TEST_F(Baselines, LetAFlakyVectorFailAsListed) {
  KnownFailure flaky = known();
  flaky.expires = today;
  EXPECT_EQ(applied(Status::pass, {}, {flaky}).status(), Status::pass);
  EXPECT_EQ(applied(Status::fail, {}, {flaky}).status(), Status::known_failure);
  EXPECT_EQ(applied(Status::flaky, {}, {flaky}).status(), Status::known_failure);
  VectorResult const otherwise = applied(Status::crash, {}, {flaky});
  EXPECT_EQ(otherwise.status(), Status::crash);
  EXPECT_THAT(detail(otherwise), HasSubstr("known to be flaky otherwise: " + known().signature));
}

TEST_F(Baselines, LetAFlakyVectorDoSoUntilItsEntryExpiresOrItChanges) {
  KnownFailure flaky = known();
  flaky.expires = day(2030, 6, 14);
  for (Status const status : {Status::fail, Status::flaky}) {
    VectorResult const result = applied(status, {}, {flaky});
    EXPECT_EQ(result.status(), status);
    EXPECT_THAT(detail(result), HasSubstr("known to be flaky until 2030-06-14"));
  }
  flaky.expires = today;
  flaky.content = "sha256:0000000000000000";
  EXPECT_EQ(applied(Status::fail, {}, {flaky}).status(), Status::fail);
  EXPECT_EQ(applied(Status::flaky, {}, {flaky}).status(), Status::flaky);
}

TEST_F(Baselines, NeverMakeAKnownFailureLookConformant) {
  Corpus const corpus = sample_corpus({sample_vector(Json::object())});
  VectorResult result = sample_result(corpus.vectors[0], Status::fail, sample_registry());
  Baseline({known()}, {}, today).apply(result);
  ClauseRegistry const registry = sample_registry();
  Summary const summary = summarize({result}, corpus, registry, {});
  EXPECT_EQ(summary.exit_code, 0);
  EXPECT_EQ(summary.verdict, "no new failure: 1 of 1 judged vectors fail as is known");
  EXPECT_EQ(summary.clauses.at(0).state, ClauseState::broken);
}

TEST_F(Baselines, FailARunForAnUnexpectedPass) {
  Corpus const corpus = sample_corpus({sample_vector(Json::object())});
  ClauseRegistry const registry = sample_registry();
  VectorResult result = sample_result(corpus.vectors[0], Status::pass, registry);
  Baseline({known()}, {}, today).apply(result);
  Summary const summary = summarize({result}, corpus, registry, {});
  EXPECT_EQ(summary.exit_code, 1);
  EXPECT_EQ(summary.clauses.at(0).state, ClauseState::held);
}

class KnownFailureLists : public testing::Test {
 protected:
  std::string path() const { return scratch_.path() + "/known.yaml"; }

  std::vector<KnownFailure> read(std::string const& text) const {
    write_file(path(), text);
    return read_known_failures(path(), corpus_);
  }

  void expect_refusal(std::string const& text, std::string const& why) const {
    EXPECT_THAT([&] { (void)read(text); }, ThrowsMessage<InputError>(HasSubstr(why))) << text;
  }

  ScratchFolder const scratch_;
  Corpus const corpus_ = sample_corpus({sample_vector(Json::object()), sample_vector({{"id", "other"}})});
  KnownFailure const entry_{.id = "load/sample/plain",
                            .reason = "a \"reason\": with: colons",
                            .issue = "https://example.org/1",
                            .signature = "fail in split\ncrash in run",
                            .content = "sha256:00",
                            .expires = day(2031, 2, 28)};
};

TEST_F(KnownFailureLists, AreReadAsTheyWereWritten) {
  EXPECT_THAT(read(known_failures_yaml({entry_})), ElementsAre(entry_));
  EXPECT_THAT(read(known_failures_yaml({})), IsEmpty());
}

TEST_F(KnownFailureLists, SayWhereTheyAreWrong) {
  std::string const good = "- id: load/sample/plain\n  reason: r\n  signature: s\n  content: c\n";
  EXPECT_EQ(read(good).size(), 1U);
  expect_refusal("a: b", "known.yaml:1: must be a list");
  expect_refusal("- [", "known.yaml:");
  expect_refusal("- text", "known.yaml:1: an entry must have");
  expect_refusal(good + "---\n" + good, "known.yaml:6: a second document begins here");
  expect_refusal(good + "  issue: \xFF\n", "known.yaml:5: ");
  expect_refusal(std::string(100'000, '['), "known.yaml:1: nested too deeply");
  expect_refusal("- id:\n  reason: r\n", "known.yaml:1: 'id' must be a text");
  expect_refusal("- reason: r\n  id:\n", "known.yaml:2: 'id' must be a text");
  expect_refusal("- {[id]: a}\n", "known.yaml:1: a name is expected here");
  expect_refusal(good + good, "known.yaml:5: the vector load/sample/plain is listed twice");
  expect_refusal(good + "  why: x\n", "known.yaml:5: 'why' is nothing that an entry can have");
  expect_refusal("- id: load/sample/gone\n  reason: r\n  signature: s\n  content: c\n", "there is no vector");
  expect_refusal("- id: load/sample/plain\n  signature: s\n  content: c\n", "'reason' is missing");
  expect_refusal(good + "  expires: 2031-02-30\n", "'2031-02-30' is no day");
  expect_refusal(good + "  expires: soon\n", "'soon' is no day");
}

TEST_F(KnownFailureLists, OfFlakyVectorsHaveASignatureOnlyWithALastDay) {
  write_file(path(), "- id: load/sample/other\n  reason: races\n");
  EXPECT_THAT(read_known_flaky(path(), corpus_),
              ElementsAre(KnownFailure{.id = "load/sample/other", .reason = "races"}));
  write_file(path(), known_failures_yaml({entry_}));
  EXPECT_THAT(read_known_flaky(path(), corpus_), ElementsAre(entry_));
  auto const expect_flaky_refusal = [&](std::string const& members, std::string const& why) {
    write_file(path(), "- id: load/sample/other\n" + members);
    EXPECT_THAT([&] { (void)read_known_flaky(path(), corpus_); }, ThrowsMessage<InputError>(HasSubstr(why))) << members;
  };
  expect_flaky_refusal("  reason: races\n  signature: s\n", "'content' is missing");
  expect_flaky_refusal("  reason: races\n  content: c\n", "'signature' is missing");
  expect_flaky_refusal("  reason: races\n  signature: s\n  content: c\n", "known.yaml:1: 'expires' is missing");
  expect_flaky_refusal("  expires: 2031-01-01\n", "'reason' is missing");
}

TEST_F(KnownFailureLists, AreUpdatedByARun) {
  KnownFailure const gone{.id = "load/sample/other", .reason = "old", .signature = "s", .content = "c"};
  std::vector<VectorResult> const results = {sample_result(corpus_.vectors[0], Status::fail),
                                             sample_result(corpus_.vectors[1], Status::pass)};
  std::vector<KnownFailure> const updated = updated_known_failures({entry_, gone}, results, "new");
  ASSERT_EQ(updated.size(), 1U);
  EXPECT_EQ(updated[0].reason, entry_.reason);
  EXPECT_EQ(updated[0].expires, entry_.expires);
  EXPECT_EQ(updated[0].signature, "fail in split at \"/a\": the values differ");
  EXPECT_EQ(updated[0].content, content_of(corpus_.vectors[0]));
  EXPECT_EQ(updated_known_failures({}, results, "new").at(0).reason, "new");
}

TEST_F(KnownFailureLists, KeepWhatARunDidNotPlay) {
  EXPECT_THAT(updated_known_failures({entry_}, {sample_result(corpus_.vectors[0], Status::unsupported)}, "new"),
              ElementsAre(entry_));
}

}  // namespace
}  // namespace conformance::baseline_test

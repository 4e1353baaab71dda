#include "harness/proof/kept/kept_results.hpp"

#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::kept_results_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Outcomes = std::map<std::size_t, Outcome>;

Outcome const in_body = {"split /body", "+split "};

ResultDeviation mutant(std::string name, std::string digest = "as it was") {
  return {.name = std::move(name), .digest = std::move(digest), .operations = {}, .asks_further = false};
}

ResultVector vector(std::string const& name, std::string key = "as it was") {
  return {.id = "load/sample/" + name, .key = std::move(key), .operations = {"split"}};
}

constexpr auto program = [] { return ProgramDigests{.judging = "judging", .answering = "answering"}; };

/// Every vector gets these.
AnswersOf answers(std::string text = "as they were") {
  return [text = std::move(text)](std::size_t) { return text; };
}

/// As long as the sources of what answers are what they were.
std::string nobody_is_asked(std::size_t) {
  ADD_FAILURE() << "the reference is asked";
  return "";
}

/// Two mutants and three vectors, of which `loud` fails two.
KeptResults whole() {
  KeptResults results({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, answers(), program());
  for (std::size_t index = 0; index < 3; ++index) {
    results.add(0, index, index == 1 ? Outcome() : in_body);
    results.add(1, index, {});
  }
  return results;
}

TEST(KeptResults, AreKnownAgainFromTheirText) {
  KeptResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, answers(), program());
  EXPECT_FALSE(again.are_whole());
  EXPECT_EQ(again.add_text(whole().text()), "");
  EXPECT_TRUE(again.are_whole());
  EXPECT_EQ(again.outcomes(0), (Outcomes{{0, in_body}, {2, in_body}}));
  EXPECT_THAT(again.outcomes(1), IsEmpty());
  EXPECT_EQ(again.text(), whole().text());
}

TEST(KeptResults, OfWhatHasChangedAreUnknown) {
  KeptResults again({mutant("loud"), mutant("quiet", "otherwise")},
                    {vector("a"), vector("b", "otherwise"), vector("new")}, answers(), program());
  again.add_text(whole().text());
  EXPECT_TRUE(again.know(0, 0));
  EXPECT_FALSE(again.know(1, 0)) << "the mutant is another one";
  EXPECT_FALSE(again.know(0, 1)) << "the vector is another one";
  EXPECT_FALSE(again.know(0, 2)) << "the vector is new";
  EXPECT_FALSE(again.is_new_deviation(0));
  EXPECT_TRUE(again.is_new_deviation(1));
  EXPECT_FALSE(again.is_new_vector(0));
  EXPECT_TRUE(again.is_new_vector(1));
  EXPECT_TRUE(again.is_new_vector(2));
}

TEST(KeptResults, ThatWereNotThereAreUnknown) {
  KeptResults some({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, answers(), program());
  some.add(1, 2, in_body);
  KeptResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, answers(), program());
  EXPECT_EQ(again.add_text(some.text()), "");
  for (std::size_t index = 0; index < 3; ++index) {
    EXPECT_FALSE(again.know(0, index));
    EXPECT_EQ(again.know(1, index), index == 2);
  }
  EXPECT_EQ(again.outcome(1, 2), in_body);
}

TEST(KeptResults, OfFilesThatKnowDifferentThingsAreJoined) {
  KeptResults one({mutant("loud")}, {vector("a"), vector("b")}, answers(), program());
  one.add(0, 0, in_body);
  KeptResults other({mutant("loud")}, {vector("a"), vector("b")}, answers(), program());
  other.add(0, 1, in_body);
  KeptResults joined({mutant("loud")}, {vector("a"), vector("b")}, answers(), program());
  joined.add_text(one.text());
  joined.add_text(other.text());
  EXPECT_EQ(joined.outcomes(0), (Outcomes{{0, in_body}, {1, in_body}}));
}

TEST(KeptResults, OfWhatNoMutantReachesAreKnownFromTheStart) {
  ResultDeviation of_render = mutant("loud");
  of_render.operations = {"render"};
  KeptResults const results({of_render, mutant("anywhere")}, {vector("a")}, answers(), program());
  EXPECT_TRUE(results.know(0, 0));
  EXPECT_FALSE(results.know(1, 0));
}

TEST(KeptResults, OfAnotherJudgeAreNotUsed) {
  KeptResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, answers(),
                    {.judging = "otherwise", .answering = "answering"});
  EXPECT_THAT(again.add_text(whole().text()), HasSubstr("judges otherwise"));
  EXPECT_FALSE(again.know(0, 0));
  EXPECT_FALSE(again.is_new_deviation(0)) << "it is as it was";
}

TEST(KeptResults, OfAnotherReferenceHoldWhereNothingMoreIsAsked) {
  ResultDeviation asking = mutant("quiet");
  asking.asks_further = true;
  ResultVector played_anew = vector("b");
  played_anew.is_played_anew = true;
  KeptResults again({mutant("loud"), asking}, {vector("a"), played_anew}, answers(),
                    {.judging = "judging", .answering = "otherwise"});
  again.add_text(whole().text());
  EXPECT_TRUE(again.know(0, 0));
  EXPECT_EQ(again.outcome(0, 0), in_body);
  EXPECT_FALSE(again.know(1, 0)) << "the mutant asks the reference for more than it answered";
  EXPECT_FALSE(again.know(0, 1)) << "the vector is played with the reference again";
}

TEST(KeptResults, OfAnotherReferenceHoldWhereItAnswersAsItDid) {
  for (std::string const now : {"as they were", "otherwise"}) {
    KeptResults again({mutant("loud")}, {vector("a")}, answers(now), {.judging = "judging", .answering = "otherwise"});
    again.add_text(whole().text());
    EXPECT_EQ(again.know(0, 0), now == "as they were") << now;
  }
}

// It answers what a vector asks as before, and what a mutant asks besides may be otherwise.
TEST(KeptResults, OfAnotherEditionAreThoseOfAnotherReference) {
  ClauseRegistry const registry({}, {}, {"2026-04", "2026-10"});
  ResultDeviation asking = mutant("quiet");
  asking.asks_further = true;
  KeptResults again({mutant("loud"), asking}, {vector("a")}, answers(),
                    digests_by_edition(program(), registry.of_edition("2026-10")));
  again.add_text(whole().text());
  EXPECT_TRUE(again.know(0, 0));
  EXPECT_FALSE(again.know(1, 0));
  EXPECT_EQ(digests_by_edition(program(), registry.of_edition("2026-04")).answering, program().answering);
}

TEST(KeptResults, AreUsedWithoutAskingTheReferenceThatIsTheSame) {
  KeptResults again({mutant("loud")}, {vector("a")}, nobody_is_asked, program());
  again.add_text(whole().text());
  EXPECT_EQ(again.outcome(0, 0), in_body);
  EXPECT_THAT(again.text(), HasSubstr(whole().text().substr(whole().text().find("\n[1,"), 26)));
}

TEST(KeptResults, ThatAreForgottenAreUnknown) {
  KeptResults results = whole();
  results.forget(0, 0);
  EXPECT_FALSE(results.know(0, 0));
  EXPECT_THAT(results.outcome(0, 0), IsEmpty());
  results.add_text(whole().text());
  EXPECT_FALSE(results.know(0, 0)) << "a text knows it";
  KeptResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, answers(), program());
  again.add_text(results.text());
  EXPECT_FALSE(again.know(0, 0));
  EXPECT_TRUE(again.know(1, 0));
}

TEST(KeptResults, OfADamagedTextAreNotUsed) {
  std::string const text = whole().text();
  std::string otherwise = text;
  otherwise.replace(otherwise.find("/body"), 5, "/kind");
  for (std::string const& damaged :
       {std::string(), std::string("{}"), std::string("no JSON\n"), text.substr(0, text.size() / 2), text + "[]\n",
        otherwise, std::string(R"({"corpusDigest": "sha256:1"})")}) {
    KeptResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, answers(), program());
    EXPECT_THAT(again.add_text(damaged), HasSubstr("it is damaged")) << damaged;
    for (std::size_t index = 0; index < 3; ++index) EXPECT_FALSE(again.know(0, index));
  }
}

/// The text with another body, and the digest that belongs to it.
std::string with_body(std::string const& body) {
  return Json({{"results", 2}, {"judging", "judging"}, {"answering", "answering"}, {"digest", sha256(body)}}).dump() +
         "\n" + body;
}

TEST(KeptResults, OfATextThatContradictsItselfAreNotUsed) {
  for (std::string const body :
       {"[\"load/sample\"]\n[1,\"k\",\"\",\"a\"]\n[1,\"k\",\"\",\"b\"]\n",
        "[\"load/sample\"]\n[1,\"k\",\"\",\"a\",\"5\"]\n[\"k\",\"loud\",{}]\n",
        "[\"k\",\"loud\",{\"split /a\":\"x\"}]\n", "[\"k\",\"loud\",{\"split /a\":\"1+99999999\"}]\n"}) {
    KeptResults again({mutant("loud")}, {vector("a")}, answers(), program());
    EXPECT_THAT(again.add_text(with_body(body)), HasSubstr("it is damaged")) << body;
  }
}

TEST(KeptResults, KeepTheNumbersOfVectorsWhenOthersComeAndGo) {
  KeptResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("between"), vector("c")}, answers(),
                    program());
  again.add_text(whole().text());
  std::string const text = again.text();
  EXPECT_THAT(text, HasSubstr("[1,"));
  EXPECT_THAT(text, HasSubstr("\"between\""));
  EXPECT_THAT(text.substr(text.find("\"a\"")), testing::ContainsRegex("\n\\[4,\"[^\"]*\",\"[^\"]*\",\"between\""));
  EXPECT_THAT(text, testing::ContainsRegex("\n\\[3,\"[^\"]*\",\"[^\"]*\",\"c\""));
  EXPECT_THAT(text, HasSubstr("\"split /body\":\"1 2\"")) << "1, and 2 more is 3";
}

// What results of a vector depend on.

std::string key_of(Json const& changes) {
  Corpus const corpus = sample_corpus({sample_vector(changes)});
  return result_key(corpus.vectors.front(), sample_registry(), SignatureMaker(corpus));
}

TEST(ResultKeys, DifferByWhatStandsInTheVector) {
  EXPECT_EQ(key_of({}), key_of({}));
  EXPECT_NE(key_of({}), key_of({{"given", {{"text", "other"}}}}));
  EXPECT_NE(key_of({}), key_of({{"files", {{"a.txt", "bytes"}}}}));
  EXPECT_NE(key_of({{"files", {{"a.txt", "bytes"}}}}), key_of({{"files", {{"a.txt", "others"}}}}));
}

TEST(ResultKeys, DifferByTheReadingsOfADecision) {
  auto const key = [](char const* readings) {
    ClauseRegistry const registry(
        parse_page("## §1.1 Files\nClass: file-format\n- **P1.1-01** MUST · contested A-001 — Files are read.\n",
                   "spec/01.md"),
        parse_decisions(std::string("## A-001 — Blanks\nReadings:\n") + readings, "spec/decisions.md"));
    Corpus const corpus = sample_corpus({sample_vector({})});
    return result_key(corpus.vectors.front(), registry, SignatureMaker(corpus));
  };
  EXPECT_NE(key("- **literal** · as-written — a\n- **loose** — b\n"),
            key("- **literal** — a\n- **loose** · as-written — b\n"));
}

/// The key of a vector, of which "odd" is a member of the input, beside others that expect such a member.
std::string key_beside(std::vector<std::string> const& topics) {
  Corpus corpus = sample_corpus({sample_vector({{"given", {{"text", "a"}, {"odd", 1}}}})});
  for (std::string const& topic : topics) {
    Vector other = one_sample_vector({{"id", "other"}, {"expect", {{"value", {{"odd", 1}}}}}});
    other.topic = topic;
    other.id = topic + "/other";
    corpus.vectors.push_back(std::move(other));
  }
  return result_key(corpus.vectors.front(), sample_registry(), SignatureMaker(corpus));
}

TEST(ResultKeys, DifferWhenANameOfTheInputHasBecomeAWordOfTheProtocol) {
  EXPECT_EQ(key_beside({}), key_beside({"one", "two"}));
  EXPECT_NE(key_beside({}), key_beside({"one", "two", "three"}));
}

}  // namespace
}  // namespace conformance::kept_results_test

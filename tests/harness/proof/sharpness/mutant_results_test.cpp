#include "harness/proof/sharpness/mutant_results.hpp"

#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::mutant_results_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

ShownPlaces const in_body = {{.operation = "split", .pointer = "/body"},
                             {.operation = "split", .pointer = "", .is_carried = true}};

Mutant mutant(std::string id, std::string digest = "as it was") {
  return {.id = std::move(id),
          .clause = "P1.1-01",
          .breaks = "",
          .answer = {},
          .digest = std::move(digest),
          .asks_further = false};
}

ResultVector vector(std::string const& name, std::string key = "as it was") {
  return {.id = "load/sample/" + name, .key = std::move(key), .operations = {"split"}};
}

constexpr auto program = [] { return ProgramDigests{.judging = "judging", .answering = "answering"}; };

/// Two mutants and three vectors, of which `loud` fails two.
MutantResults whole() {
  MutantResults results({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, program());
  for (std::size_t index = 0; index < 3; ++index) {
    results.add(0, index, index == 1 ? ShownPlaces() : in_body);
    results.add(1, index, {});
  }
  return results;
}

TEST(MutantResults, AreKnownAgainFromTheirText) {
  MutantResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, program());
  EXPECT_FALSE(again.are_whole());
  EXPECT_EQ(again.add_text(whole().text()), "");
  EXPECT_TRUE(again.are_whole());
  EXPECT_EQ(again.killers(0), (Killers{{0, in_body}, {2, in_body}}));
  EXPECT_THAT(again.killers(1), IsEmpty());
  EXPECT_EQ(again.text(), whole().text());
}

TEST(MutantResults, OfWhatHasChangedAreUnknown) {
  MutantResults again({mutant("loud"), mutant("quiet", "otherwise")},
                      {vector("a"), vector("b", "otherwise"), vector("new")}, program());
  again.add_text(whole().text());
  EXPECT_TRUE(again.know(0, 0));
  EXPECT_FALSE(again.know(1, 0)) << "the mutant is another one";
  EXPECT_FALSE(again.know(0, 1)) << "the vector is another one";
  EXPECT_FALSE(again.know(0, 2)) << "the vector is new";
  EXPECT_FALSE(again.is_new_mutant(0));
  EXPECT_TRUE(again.is_new_mutant(1));
  EXPECT_FALSE(again.is_new_vector(0));
  EXPECT_TRUE(again.is_new_vector(1));
  EXPECT_TRUE(again.is_new_vector(2));
}

TEST(MutantResults, ThatWereNotThereAreUnknown) {
  MutantResults some({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, program());
  some.add(1, 2, in_body);
  MutantResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, program());
  EXPECT_EQ(again.add_text(some.text()), "");
  for (std::size_t index = 0; index < 3; ++index) {
    EXPECT_FALSE(again.know(0, index));
    EXPECT_EQ(again.know(1, index), index == 2);
  }
  EXPECT_EQ(again.shown(1, 2), in_body);
}

TEST(MutantResults, OfFilesThatKnowDifferentThingsAreJoined) {
  MutantResults one({mutant("loud")}, {vector("a"), vector("b")}, program());
  one.add(0, 0, in_body);
  MutantResults other({mutant("loud")}, {vector("a"), vector("b")}, program());
  other.add(0, 1, in_body);
  MutantResults joined({mutant("loud")}, {vector("a"), vector("b")}, program());
  joined.add_text(one.text());
  joined.add_text(other.text());
  EXPECT_EQ(joined.killers(0), (Killers{{0, in_body}, {1, in_body}}));
}

TEST(MutantResults, OfWhatNoMutantReachesAreKnownFromTheStart) {
  Mutant of_render = mutant("loud");
  of_render.operations = {"render"};
  MutantResults const results({of_render, mutant("anywhere")}, {vector("a")}, program());
  EXPECT_TRUE(results.know(0, 0));
  EXPECT_FALSE(results.know(1, 0));
}

TEST(MutantResults, OfAnotherJudgeAreNotUsed) {
  MutantResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")},
                      {.judging = "otherwise", .answering = "answering"});
  EXPECT_THAT(again.add_text(whole().text()), HasSubstr("judges otherwise"));
  EXPECT_FALSE(again.know(0, 0));
  EXPECT_FALSE(again.is_new_mutant(0)) << "it is as it was";
}

TEST(MutantResults, OfAnotherReferenceHoldWhereNothingMoreIsAsked) {
  Mutant asking = mutant("quiet");
  asking.asks_further = true;
  ResultVector played_anew = vector("b");
  played_anew.is_played_anew = true;
  MutantResults again({mutant("loud"), asking}, {vector("a"), played_anew},
                      {.judging = "judging", .answering = "otherwise"});
  again.add_text(whole().text());
  EXPECT_TRUE(again.know(0, 0));
  EXPECT_EQ(again.shown(0, 0), in_body);
  EXPECT_FALSE(again.know(1, 0)) << "the mutant asks the reference for more than it answered";
  EXPECT_FALSE(again.know(0, 1)) << "the vector is played with the reference again";
}

TEST(MutantResults, OfADamagedTextAreNotUsed) {
  std::string const text = whole().text();
  std::string otherwise = text;
  otherwise.replace(otherwise.find("/body"), 5, "/kind");
  for (std::string const& damaged :
       {std::string(), std::string("{}"), std::string("no JSON\n"), text.substr(0, text.size() / 2), text + "[]\n",
        otherwise, std::string(R"({"corpusDigest": "sha256:1"})")}) {
    MutantResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("b"), vector("c")}, program());
    EXPECT_THAT(again.add_text(damaged), HasSubstr("it is damaged")) << damaged;
    for (std::size_t index = 0; index < 3; ++index) EXPECT_FALSE(again.know(0, index));
  }
}

/// The text with another body, and the digest that belongs to it.
std::string with_body(std::string const& body) {
  return Json({{"results", 1}, {"judging", "judging"}, {"answering", "answering"}, {"digest", sha256(body)}}).dump() +
         "\n" + body;
}

TEST(MutantResults, OfATextThatContradictsItselfAreNotUsed) {
  for (std::string const body :
       {"[\"load/sample\"]\n[1,\"k\",\"a\"]\n[1,\"k\",\"b\"]\n",
        "[\"load/sample\"]\n[1,\"k\",\"a\",\"5\"]\n[\"k\",\"loud\",{}]\n", "[\"k\",\"loud\",{\"nowhere\":\"1\"}]\n",
        "[\"k\",\"loud\",{\"split /a\":\"x\"}]\n", "[\"k\",\"loud\",{\"split /a\":\"1+99999999\"}]\n"}) {
    MutantResults again({mutant("loud")}, {vector("a")}, program());
    EXPECT_THAT(again.add_text(with_body(body)), HasSubstr("it is damaged")) << body;
  }
}

TEST(MutantResults, KeepTheNumbersOfVectorsWhenOthersComeAndGo) {
  MutantResults again({mutant("loud"), mutant("quiet")}, {vector("a"), vector("between"), vector("c")}, program());
  again.add_text(whole().text());
  std::string const text = again.text();
  EXPECT_THAT(text, HasSubstr("[1,"));
  EXPECT_THAT(text, HasSubstr("\"between\""));
  EXPECT_THAT(text.substr(text.find("\"a\"")), testing::ContainsRegex("\n\\[4,\"[^\"]*\",\"between\""));
  EXPECT_THAT(text, testing::ContainsRegex("\n\\[3,\"[^\"]*\",\"c\""));
  EXPECT_THAT(text, HasSubstr("\"split /body\":\"1 2\"")) << "1, and 2 more is 3";
}

// What results of a vector depend on.

std::string key_of(Json const& changes, std::string const& answers = "answers") {
  Corpus const corpus = sample_corpus({sample_vector(changes)});
  return result_key(corpus.vectors.front(), sample_registry(), SignatureMaker(corpus), answers);
}

TEST(ResultKeys, DifferByWhatStandsInTheVectorAndByTheAnswers) {
  EXPECT_EQ(key_of({}), key_of({}));
  EXPECT_NE(key_of({}), key_of({{"given", {{"text", "other"}}}}));
  EXPECT_NE(key_of({}), key_of({{"files", {{"a.txt", "bytes"}}}}));
  EXPECT_NE(key_of({{"files", {{"a.txt", "bytes"}}}}), key_of({{"files", {{"a.txt", "others"}}}}));
  EXPECT_NE(key_of({}), key_of({}, "other answers"));
}

TEST(ResultKeys, DifferByTheReadingsOfADecision) {
  auto const key = [](char const* readings) {
    ClauseRegistry const registry(
        parse_page("## §1.1 Files\nClass: file-format\n- **P1.1-01** MUST · contested A-001 — Files are read.\n",
                   "spec/01.md"),
        parse_decisions(std::string("## A-001 — Blanks\nReadings:\n") + readings, "spec/decisions.md"));
    Corpus const corpus = sample_corpus({sample_vector({})});
    return result_key(corpus.vectors.front(), registry, SignatureMaker(corpus), "");
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
  return result_key(corpus.vectors.front(), sample_registry(), SignatureMaker(corpus), "");
}

TEST(ResultKeys, DifferWhenANameOfTheInputHasBecomeAWordOfTheProtocol) {
  EXPECT_EQ(key_beside({}), key_beside({"one", "two"}));
  EXPECT_NE(key_beside({}), key_beside({"one", "two", "three"}));
}

}  // namespace
}  // namespace conformance::mutant_results_test

#include "harness/judge/faults/signature.hpp"

#include <gmock/gmock.h>

#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::signature_test {
namespace {

using testing::ElementsAre;

/// A vector whose input chose the name "city"; "type" is a word that three topics expect.
class Signatures : public testing::Test {
 protected:
  std::string text_of(Difference difference, bool raised = false) const {
    std::set<Signature> const found = maker_.of(attempt(std::move(difference), raised));
    return found.size() == 1 ? signature_text(*found.begin()) : "not one";
  }

  Attempt attempt(Difference difference, bool raised) const {
    Attempt made{.vector = &corpus_.vectors[0], .way = Way::direct, .operation = "split"};
    made.judgement = {.status = Status::fail, .detail = "the answer differs", .differences = {std::move(difference)}};
    made.answered = raised ? Json{{"error", Json::object()}} : Json{{"result", 1}};
    return made;
  }

  Corpus const corpus_ = [] {
    Corpus corpus = sample_corpus({sample_vector({{"given", {{"text", "t"}, {"names", Json::array({"city"})}}}})});
    for (std::string const topic : {"a", "b", "c"}) {
      Vector vector = corpus.vectors.front();
      vector.id = topic + "/plain";
      vector.topic = topic;
      Json source = *vector.source;
      source["expect"] = {{"value", {{"type", 1}}}};
      vector.source = std::make_shared<Json const>(std::move(source));
      corpus.vectors.push_back(std::move(vector));
    }
    return corpus;
  }();
  SignatureMaker const maker_{corpus_};
};

TEST_F(Signatures, LeaveOutIndicesAndNamesThatTheInputChose) {
  EXPECT_EQ(text_of({.pointer = "/tools/3/city/type", .kind = DifferenceKind::missing}),
            "split /tools/*/?/type: missing");
  EXPECT_EQ(text_of({.pointer = "/own~1word", .kind = DifferenceKind::missing}), "split /own/word: missing");
  EXPECT_EQ(text_of({.pointer = "", .expected = 1, .got = "1", .kind = DifferenceKind::other_type}),
            "split (whole answer): turned into text");
  EXPECT_EQ(text_of({.pointer = "", .expected = 1, .got = "one", .kind = DifferenceKind::other_type}),
            "split (whole answer): a string instead");
}

TEST_F(Signatures, LeaveOutTheNamesOfMembersThatNoVectorKnows) {
  EXPECT_EQ(text_of({.pointer = "/tools/3/storedAt", .kind = DifferenceKind::extra}), "split /tools/*/?: extra");
  EXPECT_EQ(text_of({.pointer = "/own~1word", .kind = DifferenceKind::extra}), "split /?: extra");
  EXPECT_EQ(text_of({.pointer = "/tools/3/type", .kind = DifferenceKind::extra}), "split /tools/*/type: extra");
  EXPECT_EQ(text_of({.pointer = "/tools/3", .kind = DifferenceKind::extra}), "split /tools/*: extra");
  EXPECT_EQ(text_of({.pointer = "/body", .kind = DifferenceKind::extra, .inside = "/storedAt"}),
            "split /body#/?: extra");
}

TEST_F(Signatures, KnowWhatBecomesOfAValueWhoseMembersAreCopied) {
  auto const change = [&](Json const& expected, Json const& got) {
    return text_of({.pointer = "/value", .expected = expected, .got = got, .kind = DifferenceKind::other_type});
  };
  EXPECT_EQ(change({4, "b"}, {{"0", 4}, {"1", "b"}}), "split /value: spread into an object");
  EXPECT_EQ(change("ebb", {{"0", "e"}, {"1", "b"}, {"2", "b"}}), "split /value: spread into an object");
  EXPECT_EQ(change(12, Json::object()), "split /value: spread into an object");
  EXPECT_EQ(change({4, "b"}, {{"0", 4}}), "split /value: an object instead");
  EXPECT_EQ(change("ebb", {{"text", "ebb"}}), "split /value: an object instead");
  EXPECT_EQ(change(12, {{"value", 12}}), "split /value: an object instead");
  EXPECT_TRUE(is_transformation("spread into an object"));
}

TEST_F(Signatures, KeepWordsOfTheProtocolThatTheInputHasToo) {
  Corpus corpus = corpus_;
  corpus.vectors[0].steps[0].given["names"] = Json::array({"type"});
  SignatureMaker const maker(corpus);
  auto const place = [&](char const* pointer) {
    Attempt made = attempt({.pointer = pointer, .kind = DifferenceKind::missing}, false);
    made.vector = &corpus.vectors[0];
    return maker.of(made).begin()->place;
  };
  EXPECT_EQ(place("/body/type"), "/body/type");
  EXPECT_EQ(place("/properties/type"), "/properties/?");
}

TEST_F(Signatures, SayWhatAnElementOfAListIs) {
  EXPECT_EQ(text_of({.pointer = "/own/0", .expected = {{"type", "message"}}, .kind = DifferenceKind::missing}),
            "split /own/*: missing (message)");
  EXPECT_EQ(text_of({.pointer = "/own/0",
                     .expected = {{"$subset", {{"role", "tool"}, {"content", "c"}}}},
                     .kind = DifferenceKind::missing}),
            "split /own/*: missing (tool)");
  EXPECT_EQ(text_of({.pointer = "/own/0", .got = {{"role", "user"}}, .kind = DifferenceKind::extra}),
            "split /own/*: extra (user)");
  EXPECT_EQ(text_of({.pointer = "/own/0", .got = {{"name", "0"}, {"kind", "\n"}}, .kind = DifferenceKind::extra}),
            "split /own/*: extra");
  EXPECT_EQ(text_of({.pointer = "/type", .got = {{"role", "user"}}, .kind = DifferenceKind::extra}),
            "split /type: extra");
}

TEST_F(Signatures, LieAtPlacesThatKnowWhatWasCarriedOverFromTheInput) {
  auto const places = [&](Json expected) {
    return maker_.places_of(attempt({.pointer = "/tools/0/kind", .expected = std::move(expected)}, false));
  };
  EXPECT_THAT(places("city"), ElementsAre(ShownPlace{"split", "/tools/*/kind", true}));
  EXPECT_THAT(places(nullptr), ElementsAre(ShownPlace{"split", "/tools/*/kind", false}));
}

TEST_F(Signatures, SayHowATextChanged) {
  auto const change = [&](char const* expected, char const* got) {
    return text_of({.pointer = "/body", .expected = expected, .got = got, .kind = DifferenceKind::other_value});
  };
  EXPECT_EQ(change("tide", "tide \n"), "split /body: white space added at the end");
  EXPECT_EQ(change("\ntide", "tide"), "split /body: white space missing at the start");
  EXPECT_EQ(change("high tide", "high low tide"), "split /body: text added inside");
  EXPECT_EQ(change("aac", "audio/aac"), "split /body: text added at the start");
  EXPECT_EQ(change("audio/aac", "aac"), "split /body: text missing at the start");
  EXPECT_EQ(change("ebb", "flow"), "split /body: other text as a whole");
  EXPECT_EQ(change("a b", "a-b"), "split /body: text instead of white space inside");
  EXPECT_EQ(change(" tide\n", "tide"), "split /body: white space missing at both ends");
  EXPECT_EQ(change("\u3000tide\u3000", "tide"), "split /body: white space missing at both ends");
  EXPECT_EQ(change("\u0085tide\u2028", "\u0085tide"), "split /body: white space missing at the end");
  EXPECT_EQ(change(" ", ""), "split /body: white space missing as a whole");
}

TEST_F(Signatures, SayWhatHostileTextsMetWithAsOfPlainOnes) {
  Attempt made = attempt({.pointer = "/body", .expected = "\ttide\t", .got = "tide"}, false);
  EXPECT_THAT(maker_.plainly(made), testing::IsEmpty());
  made.variation = Variation{.transform = Transform::carried, .name = "around/tabs"};
  EXPECT_THAT(
      maker_.plainly(made),
      ElementsAre(Signature{.operation = "split", .place = "/body", .change = "white space missing at both ends"}));
  EXPECT_EQ(maker_.of(made).begin()->place, "around");
}

TEST(SameHabit, IsLosingBlanksAnEqualChangeOfWhiteSpaceOrBecomingText) {
  EXPECT_TRUE(is_same_habit("white space missing at the end", "white space missing at both ends"));
  EXPECT_TRUE(is_same_habit("turned into text", "turned into text"));
  EXPECT_FALSE(is_same_habit("white space missing at the end", "text missing at the end"));
  EXPECT_TRUE(is_same_habit("white space instead of text inside", "white space instead of text inside"));
  EXPECT_FALSE(is_same_habit("other text inside", "other text inside"));
  EXPECT_FALSE(is_same_habit("missing", "missing"));
}

TEST_F(Signatures, SayHowATextChangedBeforeTheBlanksAtItsEnd) {
  EXPECT_EQ(text_of({.pointer = "/body", .expected = {{"$trimEnd", "\ttide\n"}}, .got = "tide"}),
            "split /body: white space missing at the start");
}

TEST_F(Signatures, TellErrorsFromValues) {
  Json const raised = {{"kind", "ValueError"}, {"message", "m"}};
  EXPECT_EQ(text_of({.pointer = "", .expected = 1, .got = raised, .kind = DifferenceKind::ending}, true),
            "split (whole answer): ValueError instead of a value");
  EXPECT_EQ(text_of({.pointer = "/kind", .expected = "ValueError", .got = "RuntimeError"}, true),
            "split error/kind: other text at the start");
}

TEST_F(Signatures, OfAPlayThatEndedOtherwiseAreItsSentenceWithoutNumbers) {
  Attempt crashed{.vector = &corpus_.vectors[0], .way = Way::direct, .operation = "split"};
  crashed.judgement = {.status = Status::crash, .detail = "it ended by signal 11 after 3 ms\nlast words"};
  EXPECT_THAT(
      maker_.of(crashed),
      ElementsAre(Signature{.operation = "split", .place = "", .change = "crash: it ended by signal # after # ms"}));
}

TEST_F(Signatures, AreTheSameWhateverAnAdapterBreaksTheProtocolWith) {
  auto const broken_with = [this](std::string const& line) {
    Attempt broken{.vector = &corpus_.vectors[0], .way = Way::direct, .operation = "split"};
    broken.judgement = {.status = Status::fail, .detail = "the adapter broke the protocol: it is no JSON: " + line};
    return maker_.of(broken);
  };
  EXPECT_EQ(broken_with("{\"body\": \"a\"}x (in none of the 2 accepted readings)"), broken_with("Traceback: most"));
}

TEST_F(Signatures, WordingOfAnErrorIsWithoutWhatEachRequestHasAnew) {
  Attempt made = attempt({.pointer = "", .kind = DifferenceKind::ending}, true);
  made.answered["error"] = {{"message", "'gpt-x' at http://127.0.0.1:81/v1 said 404 (request id req_ajjRB4F-9)\nmore"}};
  EXPECT_EQ(raised_by(made), "? at http://#.#.#.#:#/# said # (request id #)");
  made.answered["error"] = {{"message", "no route"}};
  EXPECT_EQ(raised_by(made), "no route");
}

TEST_F(Signatures, AreTheSameHoweverAVectorWasPlayed) {
  Attempt made = attempt({.pointer = "/a", .kind = DifferenceKind::extra}, false);
  std::set<Signature> const direct = maker_.of(made);
  made.way = Way::http;
  made.operation = "run";
  EXPECT_EQ(maker_.of(made), direct);
}

TEST(Overlaps, AreThoseOfOnePlaceAndWhatLiesBelowIt) {
  Signature const above{.operation = "load", .place = "/a", .change = "missing"};
  EXPECT_TRUE(overlaps(above, {.operation = "load", .place = "/a/b", .change = "extra"}));
  EXPECT_TRUE(overlaps({.operation = "load", .place = "/a/b", .change = "extra"}, above));
  EXPECT_TRUE(overlaps(above, {.operation = "load", .place = "", .change = "extra"}));
  EXPECT_FALSE(overlaps(above, {.operation = "load", .place = "/ab", .change = "extra"}));
  EXPECT_FALSE(overlaps(above, {.operation = "split", .place = "/a", .change = "extra"}));
}

}  // namespace
}  // namespace conformance::signature_test

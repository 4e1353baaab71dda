#include "harness/judge/faults/title.hpp"

#include <gtest/gtest.h>

#include "harness/judge/faults/expectation_text.hpp"

namespace conformance::title_test {
namespace {

Difference difference(DifferenceKind kind, Json expected, Json got) {
  return {.pointer = "", .message = "", .expected = std::move(expected), .got = std::move(got), .kind = kind};
}

std::string title(std::string const& place, std::string const& change, Difference const& shown) {
  return title_of({.operation = "prepare", .place = place, .change = change}, &shown);
}

TEST(Titles, SayOperationPlaceAndWhatWasExpectedAndCame) {
  EXPECT_EQ(title("/body/tools/*/name", "other text as a whole", difference(DifferenceKind::other_value, "a", "b")),
            "prepare: body.tools[].name differs (expected \"a\", got \"b\")");
  EXPECT_EQ(title("/body/?/type", "a string instead", difference(DifferenceKind::other_type, 1, "b")),
            "prepare: body.<name>.type is a string instead of a number (expected 1, got \"b\")");
  Difference chosen = difference(DifferenceKind::other_type, 1, "b");
  chosen.pointer = "/body/city/type";
  EXPECT_EQ(title("/body/?/type", "a string instead", chosen),
            "prepare: body.city.type is a string instead of a number (expected 1, got \"b\")");
}

TEST(Titles, SayOfWhichListAnElementIsMissing) {
  EXPECT_EQ(title("/*", "missing (user)", difference(DifferenceKind::missing, {{"role", "user"}}, nullptr)),
            "prepare: the answer lacks an element (user) (expected {\"role\":\"user\"})");
  EXPECT_EQ(title("/body/input/*", "extra (message)", difference(DifferenceKind::extra, nullptr, {{"a", 1}})),
            "prepare: body.input has an element too many (message) (got {\"a\":1})");
  EXPECT_EQ(title("/*/content", "a string instead", difference(DifferenceKind::other_type, 1, "b")),
            "prepare: answer[].content is a string instead of a number (expected 1, got \"b\")");
  EXPECT_EQ(title("/x", "missing", difference(DifferenceKind::missing, 1, nullptr)),
            "prepare: x is missing (expected 1)");
  EXPECT_EQ(title("/x", "extra", difference(DifferenceKind::extra, nullptr, 1)),
            "prepare: x should not be there (got 1)");
}

TEST(Titles, SayHowAnOperationEnds) {
  EXPECT_EQ(title_of({.operation = "load", .place = "", .change = "ValueError instead of a value"}, nullptr),
            "load: raises ValueError instead of a value");
  EXPECT_EQ(title_of({.operation = "load", .place = "", .change = "a value instead of an error"}, nullptr),
            "load: answers where an error is due");
  EXPECT_EQ(title_of({.operation = "load", .place = "error/message", .change = "other text inside"}, nullptr),
            "load: the error's message differs inside");
}

TEST(Titles, QuoteTheErrorThatIsRaisedInPlaceOfAValue) {
  Json const error = {{"kind", "RuntimeError"}, {"message", "TypeError: a\nb"}};
  EXPECT_EQ(title("", "RuntimeError instead of a value", difference(DifferenceKind::ending, 1, error)),
            "prepare: raises RuntimeError instead of a value: TypeError: a b (expected 1)");
}

TEST(Titles, SayOfWhichTypeAValueIsInsteadOfWhich) {
  std::string const change = "an object instead";
  EXPECT_EQ(title("/value", change, difference(DifferenceKind::other_type, false, Json::object())),
            "prepare: value is an object instead of a boolean (expected false, got {})");
  EXPECT_EQ(title("/value", "a string instead", difference(DifferenceKind::other_type, {{"$subset", {{"a", 1}}}}, "b")),
            "prepare: value is a string instead of an object (expected {\"a\":1,…}, got \"b\")");
  EXPECT_EQ(title("/value", change, difference(DifferenceKind::other_type, {{"$trimEnd", "x"}}, Json::object())),
            "prepare: value is an object (expected \"x\", got {})")
      << "the matcher is an object, but takes none";
  EXPECT_EQ(title_of({.operation = "load", .place = "/value", .change = change}, nullptr), "load: value is an object");
}

TEST(Titles, SayThatAStepOfSeveralRaisesAnError) {
  Json const error = {{"error", {{"kind", "ValueError"}, {"message", "no"}}}};
  EXPECT_EQ(title("/*", "an object instead", difference(DifferenceKind::other_type, nullptr, error)),
            "prepare: answer[] raises ValueError instead of a value (expected null, got "
            "{\"error\":{\"kind\":\"ValueError\",\"message\":\"no\"}})");
}

TEST(Titles, SayWhereInAJsonTextOrUnderWhichAdditionItIsWrong) {
  EXPECT_EQ(title_of({.operation = "turn", .place = "/calls/*/arguments#/city", .change = "missing"}, nullptr),
            "turn: calls[].arguments, read as JSON, city is missing");
  EXPECT_EQ(title_of({.operation = "turn with additions", .place = "chat-answers/null-calls", .change = "it changes"},
                     nullptr),
            "turn with additions: chat-answers/null-calls: it changes");
}

TEST(ExpectationTexts, SayWhatIsExpectedWithoutTheWordsOfTheMatchingLanguage) {
  EXPECT_EQ(expectation_text({{"$subset", {{"kind", "jinja2"}, {"strict", {{"$absent", true}}}}}}),
            R"({"kind":"jinja2",…})");
  EXPECT_EQ(expectation_text({{"$trimEnd", "Go"}}), R"("Go")");
  EXPECT_EQ(expectation_text({{"$type", "object"}}), "an object");
  EXPECT_EQ(expectation_text({{"$oneOf", {{{"$type", "null"}}, false}}}), "null or false");
  EXPECT_EQ(expectation_text({{"$optional", {{"$nonEmpty", true}}}}), "something that is not empty or nothing");
  EXPECT_EQ(expectation_text({{"$json", {{"a", 1}}}}), R"(JSON text of {"a":1})");
  EXPECT_EQ(expectation_text({{"$unordered", {1, {{"$match", "a+"}}}}}), R"([1,a text of the form "a+"] in any order)");
  EXPECT_EQ(expectation_text({{"$literal", {{"$type", "x"}}}}), R"({"$type":"x"})");
  EXPECT_EQ(expectation_text({{"a", {1, 2}}}), R"({"a":[1,2]})");
}

}  // namespace
}  // namespace conformance::title_test

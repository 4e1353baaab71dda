#include "harness/proof/differential/answer.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace conformance::differential::difference_kind_test {
namespace {

Answer result(Json value) {
  return {.outcome = "result", .value = std::move(value)};
}

TEST(DifferenceKinds, AreNoneForTheSameValueHoweverItIsWritten) {
  EXPECT_EQ(kind_of_difference(result({{"a", 1}, {"b", 2.0}}), result({{"b", 2}, {"a", 1.0}})), std::nullopt);
  Answer const left{.outcome = "ValueError", .message = "one"};
  Answer const right{.outcome = "ValueError", .message = "other"};
  EXPECT_EQ(kind_of_difference(left, right), std::nullopt);
}

TEST(DifferenceKinds, NameThePlaceWithoutIndexesAndInventedNames) {
  Json const left = {{"tools", {{{"properties", {{"city", {{"type", "string"}}}}}}}}};
  Json right = left;
  right["tools"][0]["properties"]["city"]["type"] = 5;
  EXPECT_EQ(kind_of_difference(result(left), result(right)),
            (DifferenceKind{.pointer = "/tools/*/properties/*/type", .left = "text", .right = "integer"}));
}

TEST(DifferenceKinds, TellWhatIsMissing) {
  EXPECT_EQ(kind_of_difference(result({{"a", {1}}}), result({{"a", {1, "x"}}})),
            (DifferenceKind{.pointer = "/*/*", .left = "absent", .right = "text"}));
  EXPECT_EQ(kind_of_difference(result({{"body", nullptr}}), result(Json::object())),
            (DifferenceKind{.pointer = "/body", .left = "null", .right = "absent"}));
}

TEST(DifferenceKinds, TellTextsApart) {
  auto const right_of = [](char const* left, char const* right) {
    return kind_of_difference(result(left), result(right))->right;
  };
  EXPECT_EQ(right_of("a b", "a  b\n"), "text with other blanks");
  EXPECT_EQ(right_of("hello", "hell"), "part of the text");
  EXPECT_EQ(right_of("hello", "world"), "text");
  EXPECT_EQ(right_of("hello", ""), "empty text");
}

TEST(DifferenceKinds, OfAResultAndAnErrorHaveTheGistOfTheMessage) {
  Answer const refused{.outcome = "ValueError", .message = "The file more.yaml is broken: at 3"};
  EXPECT_EQ(kind_of_difference(result(1), refused),
            (DifferenceKind{.pointer = "", .left = "result", .right = "ValueError: The file more.yaml is broken"}));
}

TEST(DifferenceKinds, OfTwoErrorsAreTheirKinds) {
  Answer const left{.outcome = "ValueError", .message = "one"};
  Answer const right{.outcome = "InvokerError", .message = "other"};
  EXPECT_EQ(kind_of_difference(left, right),
            (DifferenceKind{.pointer = "", .left = "ValueError", .right = "InvokerError"}));
}

}  // namespace
}  // namespace conformance::differential::difference_kind_test

#include "prompty/load/reference_text.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace prompty::reference_text_test {
namespace {

using reference_text::Embedded;
using reference_text::FileReference;
using reference_text::Reference;
using reference_text::VariableReference;

TEST(ReferenceText, IsOneReferenceFromTheFirstBraceToTheLast) {
  EXPECT_EQ(reference_text::whole("${env:X}"), Reference(VariableReference{"X"}));
  EXPECT_EQ(reference_text::whole("${ENV:X:a:b}"), Reference(VariableReference{"X", "a:b"}));
  EXPECT_EQ(reference_text::whole("${env:X:{a} b}"), Reference(VariableReference{"X", "{a} b"}));
  EXPECT_EQ(reference_text::whole("${env:X:}"), Reference(VariableReference{"X", ""}));
  EXPECT_EQ(reference_text::whole("${env: X }"), Reference(VariableReference{" X "}));
  EXPECT_EQ(reference_text::whole("${fIle:a:b c}"), Reference(FileReference{"a:b c"}));
}

TEST(ReferenceText, IsNotOneReferenceOtherwise) {
  for (char const* const text : {"", "}", "${", "${}", "${env}", "${x:y}", " ${env:X}", "${env:X} ", "${env:X}${env:Y}",
                                 "${env:X:${y}", "$ {env:X}", "${env:X", "${ env:X}"}) {
    EXPECT_EQ(reference_text::whole(text), std::nullopt) << text;
  }
}

TEST(ReferenceText, HoldsReferencesThatEndAtTheFirstBrace) {
  std::string const text = "a ${x} ${env:X:{a} b} ${file:f}";
  EXPECT_EQ(reference_text::next(text, 0), (Embedded{7, 18, VariableReference{"X", "{a"}}));
  EXPECT_EQ(reference_text::next(text, 18), (Embedded{22, 31, FileReference{"f"}}));
  EXPECT_EQ(reference_text::next(text, 31), std::nullopt);
  EXPECT_EQ(reference_text::next("${env:X", 0), std::nullopt);
  EXPECT_EQ(reference_text::next("${x ${env:X}", 0), (Embedded{4, 12, VariableReference{"X"}}));
}

TEST(ReferenceText, IsSearchedInLinearTime) {
  std::string text;
  for (int index = 0; index < 1'000'000; ++index) text += "${env:${";
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(reference_text::next(text, 0), std::nullopt);
  EXPECT_EQ(reference_text::whole(text + "}"), std::nullopt);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

}  // namespace
}  // namespace prompty::reference_text_test

#include "prompty/process/structured_output.hpp"

#include <gtest/gtest.h>

namespace prompty::structured_output_test {
namespace {

PromptyAgent const plain;
PromptyAgent const structured{.outputs = {{.name = "a", .kind = "integer"}}};

Outcome text(char const* value) {
  return Text{.value = value};
}

TEST(StructuredOutput, IsTheParsedValueWhenOutputsAreDeclared) {
  EXPECT_EQ(processing::text_outcome(structured, R"({"b":[true,null],"a":1})"),
            Outcome(StructuredValue{.value = Json::parse(R"({"b":[true,null],"a":1})")}));
  EXPECT_EQ(processing::text_outcome(structured, "null"), Outcome(StructuredValue{.value = nullptr}));
}

TEST(StructuredOutput, FallsBackToTheTextAsItIs) {
  EXPECT_EQ(processing::text_outcome(structured, " not json "), text(" not json "));
  EXPECT_EQ(processing::text_outcome(structured, "```json\n{}\n```"), text("```json\n{}\n```"));
  std::string const deep(2000, '[');
  EXPECT_EQ(processing::text_outcome(structured, deep), Outcome(Text{.value = deep}));
}

TEST(StructuredOutput, LeavesEmptyTextAlone) {
  EXPECT_EQ(processing::text_outcome(structured, ""), text(""));
}

TEST(StructuredOutput, IsNotLookedForWithoutOutputs) {
  EXPECT_EQ(processing::text_outcome(plain, R"({"a":1})"), text(R"({"a":1})"));
}

}  // namespace
}  // namespace prompty::structured_output_test

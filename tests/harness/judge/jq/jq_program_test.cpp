#include <gtest/gtest.h>

#include <algorithm>

#include "harness/judge/jq/jq.hpp"

namespace conformance::jq_program_test {
namespace {

jv input_with(jv text) {
  return jv_object_set(jv_object(), jv_string("text"), text);
}

/// How often jq holds the texts, lists and objects in a value, the value itself included: each once when nobody else
/// has them.
int most_holders(jv const& value) {
  int most = jv_get_refcnt(value);
  if (jv_get_kind(value) == JV_KIND_ARRAY) {
    jv_array_foreach(value, index, element) {
      // The list holds it, and so does this loop.
      most = std::max(most, jv_get_refcnt(element) - 1);
      jv_free(element);
    }
  }
  return most;
}

TEST(JqProgram, SharesNoConstantWithItsResult) {
  JqProgram program("[\"a constant\", .text]");
  jv const made = program.run_apart(input_with(jv_string("given")));
  EXPECT_EQ(most_holders(made), 1);
  jv_free(made);
}

TEST(JqProgram, SharesNoConstantWithItsError) {
  JqProgram program("error([\"a constant\"])");
  jv const made = program.run_apart(input_with(jv_string("given")));
  jv const message = jv_invalid_get_msg(made);
  EXPECT_EQ(most_holders(message), 1);
  jv_free(message);
}

TEST(JqProgram, KeepsNothingOfItsInput) {
  JqProgram program(". as {$text} | $text, $text");
  jv const text = jv_string("given");
  jv const made = program.run_apart(input_with(jv_copy(text)));
  EXPECT_STREQ(jv_string_value(made), "given");
  jv_free(made);
  EXPECT_EQ(jv_get_refcnt(text), 1) << "the second result was not asked for, and what it needs is free";
  jv_free(text);
}

TEST(JqProgram, RunsAgainAfterAnError) {
  JqProgram program("if .text == \"bad\" then error(\"no\") else .text end");
  jv const failed = program.run_apart(input_with(jv_string("bad")));
  EXPECT_EQ(jv_is_valid(failed), 0);
  jv_free(failed);
  jv const made = program.run_apart(input_with(jv_string("good")));
  EXPECT_STREQ(jv_string_value(made), "good");
  jv_free(made);
}

}  // namespace
}  // namespace conformance::jq_program_test

#include "harness/proof/differential/prompt_files.hpp"

#include <gtest/gtest.h>

#include "harness/judge/subject/in_process.hpp"
#include "harness/proof/differential/sample_inputs.hpp"

namespace conformance::differential::yaml_writer_test {
namespace {

// What no reader takes for another type, in each of the styles.
Json const unmistakable = {{"text", "two words: here"},
                           {"größe", {1, -2.5, true, nullptr, "it's", "\"quoted\"", "tab\there"}},
                           {"lines", "first\nsecond\n"},
                           {"nested", {{"list", {{{"a", 1}, {"b", Json::array()}}, Json::object(), {{1, 2}, {3}}}}}}};

TEST(YamlWriter, WritesWhatTheReferenceReadsBack) {
  InProcessSubject reference;
  std::set<std::string> styles;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Dice dice(seed);
    std::string const text = yaml_text(dice, {{"metadata", unmistakable}});
    styles.insert(text);
    Input const input{.operation = "load", .params = {{"path", "p"}}, .files = {{"p", "---\n" + text + "---\nBody"}}};
    Answer const answer = ask(reference, input, Profile::as_written);
    ASSERT_EQ(answer.outcome, "result") << answer.message << "\n" << text;
    EXPECT_TRUE(same_json(answer.value.at("metadata"), unmistakable)) << text;
  }
  EXPECT_GT(styles.size(), 100U);
}

TEST(YamlWriter, WritesNothingForAnObjectWithoutMembers) {
  Dice dice(1);
  EXPECT_EQ(yaml_text(dice, Json::object()), "");
}

}  // namespace
}  // namespace conformance::differential::yaml_writer_test

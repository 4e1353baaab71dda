#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/places.hpp"
#include "support/program.hpp"

// What the author of an adapter learns before the first run. Each adapter here is the reference with one mistake.
namespace end_to_end::smoke {
namespace {

using prompty_tests::built_program;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string const here = repository() + "/tests/end_to_end/";

ProgramResult smoke(std::vector<std::string> const& words, std::vector<std::string> const& options = {}) {
  std::vector<std::string> all = {built_program("prompty-conformance"), "smoke"};
  all.insert(all.end(), options.begin(), options.end());
  all.emplace_back("--");
  all.insert(all.end(), words.begin(), words.end());
  return run_program(all);
}

ProgramResult smoke_careless(std::string const& mistake, std::vector<std::string> const& options = {}) {
  return smoke({"python3", here + "careless_adapter.py", mistake, built_program("prompty-reference-adapter")}, options);
}

TEST(Smoke, FindsNothingWhereNothingIsWrong) {
  ProgramResult const split = smoke({"python3", repository() + "/harness/adapters/python/split.py"});
  EXPECT_EQ(split.exit_code, 0) << split.out << split.err;
  EXPECT_THAT(split.out, AllOf(HasSubstr("  split            answers in the right form\n"),
                               HasSubstr("1 operations tried, 0 faulty; this is no verdict, 'run' gives one")));
  ProgramResult const reference = smoke({built_program("prompty-reference-adapter")});
  EXPECT_EQ(reference.exit_code, 0) << reference.out << reference.err;
  EXPECT_THAT(reference.out, AllOf(Not(HasSubstr("fail")), Not(HasSubstr("wrong")), HasSubstr(" 0 faulty")));
}

TEST(Smoke, FindsAnswersOfAWrongForm) {
  ProgramResult const result = smoke({"python3", here + "misshapen_split.py"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("wrong form"), HasSubstr("at /body: an array cannot stand here\n"),
                    Not(HasSubstr("schema")), HasSubstr("split: body is an array (expected "), HasSubstr("1 faulty")));
}

TEST(Smoke, SpeaksOfTheFormOfThisOperationAlone) {
  ProgramResult const result = smoke_careless("wraps-messages");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("  parse            answers in a wrong form"),
                                HasSubstr("at the top: an object cannot stand here\n    answered {"),
                                Not(HasSubstr("is missing\n")), Not(HasSubstr("no answer of parse has"))));
}

TEST(Smoke, NamesTheMemberThatEveryAnswerOfAWrongFormLacks) {
  ProgramResult const result = smoke_careless("hides-kind");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("  load             answers in a wrong form"),
                                HasSubstr("the member \"kind\" is missing"),
                                HasSubstr("  split            answers in the right form\n")));
}

TEST(Smoke, NamesTheMemberThatEveryAnswerLacks) {
  ProgramResult const result = smoke_careless("hides-template");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("  load             answers in the right form"),
                    testing::ContainsRegex("no answer of load has /template, which [0-9]+ vectors of the suite need"),
                    HasSubstr("load: template is missing"), HasSubstr("2 operations tried, 1 faulty")));
}

TEST(Smoke, LeavesAnswersThatAreMerelyWrongToTheRun) {
  ProgramResult const result = smoke_careless("trims-bodies");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("  split            answers in the right form, "),
                                HasSubstr("What a run would report"), HasSubstr("split: body: text added at the end"),
                                HasSubstr("\n           load/frontmatter/"), HasSubstr(" 0 faulty")));
}

TEST(Smoke, FindsDeclarationsThatTheProtocolDoesNotKnow) {
  ProgramResult const result = smoke_careless("unknown-feature");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("features names 'time-travel', which the protocol does not know; it knows sync, "));
  ProgramResult const misspelt = smoke_careless("unknown-connection");
  EXPECT_EQ(misspelt.exit_code, 1) << misspelt.out << misspelt.err;
  EXPECT_THAT(misspelt.out,
              HasSubstr("connectionKinds names 'anonymus', which the protocol does not know; it knows key, "));
}

TEST(Smoke, FindsDeclaredOperationsThatAreNotThere) {
  ProgramResult const result = smoke_careless("promises-render");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("  render           breaks the protocol, "), HasSubstr("unsupported: not yet"),
                    HasSubstr("declared in initialize and answered with -#")));
}

TEST(Smoke, FindsWhatIsPrintedBetweenTheAnswers) {
  ProgramResult const result = smoke_careless("prints");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("standard output holds a line that is no JSON object: loading a file"));
}

TEST(Smoke, FindsErrorsWithoutAKind) {
  ProgramResult const result = smoke_careless("keeps-kinds-to-itself");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("needs data with the strings kind and message"));
}

TEST(Smoke, FindsAnswersThatAreNoUtf8) {
  ProgramResult const result = smoke_careless("writes-gb18030");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("standard output holds a line that is no JSON object: "));
}

TEST(Smoke, FindsAnswersThatAreOtherwiseWhileMoreRequestsAreOpen) {
  ProgramResult const result = smoke_careless("shares-requests");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("with 4 requests at a time, which maxInFlight allows, "));
}

TEST(Smoke, PassesVariablesOnAndShowsNoSecret) {
  std::string const assignment = "USER_KEY=sk-not-to-be-shown-9a7f";
  std::vector<std::string> const adapter = {"--", "python3", here + "careless_adapter.py", "tells-key",
                                            built_program("prompty-reference-adapter")};
  auto const reported = [&](std::string const& option) {
    std::vector<std::string> words = {"env",   assignment, built_program("prompty-conformance"),
                                      "smoke", option,     "USER_KEY"};
    words.insert(words.end(), adapter.begin(), adapter.end());
    return run_program(words).out;
  };
  EXPECT_THAT(reported("--env"), HasSubstr("sk-not-to-be-shown-9a7f"));
  EXPECT_THAT(reported("--secret"), AllOf(HasSubstr("****9a7f"), Not(HasSubstr("not-to-be-shown"))));
}

}  // namespace
}  // namespace end_to_end::smoke

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "end_to_end/conformance_program.hpp"

// A program that stands before an adapter and makes its implementation make mistakes; and where those clauses are done.
namespace end_to_end::mutate {
namespace {

using prompty_tests::built_program;
using prompty_tests::conformance;
using prompty_tests::judge;
using prompty_tests::ProgramResult;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

std::string mutated(std::string const& names) {
  return "'" + built_program("prompty-conformance") + "' mutate " + names + " -- '" +
         built_program("prompty-reference-adapter") + "'";
}

TEST(HttpMutate, MakesTheMistakeThatTheSuiteNotices) {
  ProgramResult const result = judge(mutated("metadata-dropped"), {"--clause", "P7.1.1-03"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("Judging prompty-reference"), HasSubstr("No metadata reaches the wire.")));
}

TEST(HttpMutate, LeavesTheRestOfTheImplementationAsItIs) {
  ProgramResult const result =
      judge(mutated("metadata-dropped"), {"--filter", "load/model/*", "--filter", "run/streams/*"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(HttpMutate, MakesSeveralMistakesAtOnce) {
  ProgramResult const result =
      judge(mutated("metadata-dropped messages-reversed"), {"--clause", "P7.1.1-01", "--clause", "P7.1.1-03"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("No metadata reaches the wire."), HasSubstr("The messages are sent last first.")));
}

TEST(HttpMutate, SaysHowItIsUsed) {
  for (std::vector<std::string> const& words : {std::vector<std::string>{"mutate"},
                                                {"mutate", "metadata-dropped"},
                                                {"mutate", "--", "python3", "adapter.py"},
                                                {"mutate", "metadata-dropped", "--"}}) {
    ProgramResult const result = conformance(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("name one mutant or more, and the adapter's command after --"));
  }
  ProgramResult const unknown = conformance({"mutate", "metadata-droped", "--", "true"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("there is no mutant 'metadata-droped'; 'prompty-conformance mutants --all'"));
}

TEST(Explaining, ShowsWhereAClauseIsDone) {
  ProgramResult const places = conformance({"explain", "P7.1.1-03"});
  EXPECT_EQ(places.exit_code, 0) << places.err;
  EXPECT_THAT(
      places.out,
      AllOf(ContainsRegex("In the reference:\n  reference/prompty/wire/[a-z_/]+\\.cpp:[0-9]+ — .*P7\\.1\\.1-03"),
            HasSubstr("metadata-dropped — No metadata reaches the wire.")));
  ProgramResult const lines = conformance({"explain", "P7.1.1-03", "--source"});
  EXPECT_THAT(lines.out, ContainsRegex("reference/prompty/wire/[a-z_/]+\\.cpp:[0-9]+\n +// .*P7\\.1\\.1-03"));
  ProgramResult const none = conformance({"explain", "P7.8-04"});
  EXPECT_THAT(none.out, HasSubstr("no line does it: It is about what the documents say of a new provider"));
}

TEST(MutantsByName, AreMeasuredAlone) {
  ProgramResult const result = conformance({"mutants", "P7.1.1-0[34]", "messages-reversed"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, ContainsRegex("^[0-9]+ of [0-9]+ mutants dead by a vector of their clause\n$"));
  ProgramResult const none = conformance({"mutants", "nobody-*"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("no mutant has a name or clause like 'nobody-*'"));
}

}  // namespace
}  // namespace end_to_end::mutate

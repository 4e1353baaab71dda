#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "end_to_end/conformance_program.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// A program that stands before an adapter and makes its implementation make mistakes; and where those clauses are done.
namespace end_to_end::mutate {
namespace {

using prompty_tests::built_program;
using prompty_tests::conformance;
using prompty_tests::judge;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

std::string mutated(std::string const& names) {
  return "'" + built_program("prompty-conformance") + "' mutate " + names + " -- '" +
         built_program("prompty-reference-adapter") + "'";
}

TEST(Mutate, MakesTheMistakeThatTheSuiteNotices) {
  ProgramResult const result = judge(mutated("metadata-dropped"), {"--clause", "P7.1.1-03"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("Judging prompty-reference"), HasSubstr("No metadata reaches the wire.")));
}

TEST(Mutate, LeavesTheRestOfTheImplementationAsItIs) {
  ProgramResult const result =
      judge(mutated("metadata-dropped"), {"--filter", "load/model/*", "--filter", "run/streams/*"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(Mutate, MakesSeveralMistakesAtOnce) {
  ProgramResult const result =
      judge(mutated("metadata-dropped messages-reversed"), {"--clause", "P7.1.1-01", "--clause", "P7.1.1-03"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("[P7.1.1-01"), HasSubstr("[P7.1.1-03")));
}

TEST(Mutate, StartsTheAdapterAsRunDoes) {
  // Passed on by both, the variable reaches the adapter; hidden by one of them it does not.
  std::string const adapter = "python3 '" + repository() + "/tests/end_to_end/needy_adapter.py' SOME_KEY";
  std::string const mutate = "'" + built_program("prompty-conformance") + "' mutate metadata-dropped";
  std::vector<std::string> const words = {"--env", "SOME_KEY", "--filter", "load/basics/*"};
  ::setenv("SOME_KEY", "told", 1);
  for (std::string const option : {"--env", "--secret"}) {
    std::string subject = mutate;
    subject.append(" ").append(option).append(" SOME_KEY --timeout 20 --network host -- ").append(adapter);
    ProgramResult const reported = judge(subject, words);
    EXPECT_THAT(reported.out, HasSubstr("Judging needy")) << reported.err;
  }
  ProgramResult const hidden = judge(mutate + " -- " + adapter, words);
  ::unsetenv("SOME_KEY");
  EXPECT_EQ(hidden.exit_code, 3) << hidden.out;
  EXPECT_THAT(hidden.err, HasSubstr("SOME_KEY is not set"));
}

TEST(Mutate, SaysHowItIsUsed) {
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
  EXPECT_THAT(
      unknown.err,
      ContainsRegex("there is no mutant 'metadata-droped' in .*mutants.*; 'prompty-conformance mutants --all'"));
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
  ProgramResult const result = conformance({"mutants", "P7.1.1-0[34]", "messages-reversed", "--edition", "2026-04"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, ContainsRegex("^[0-9]+ of [0-9]+ mutants dead by a vector of their clause\n$"));
  ProgramResult const none = conformance({"mutants", "no-such-mutant-*"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("no mutant has a name or clause like 'no-such-mutant-*'"));
}

TEST(ReadingsByName, TellWhatTheyChange) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.path() + "/fates.jsonl";
  ProgramResult const result = conformance({"readings", "--decision", "A-043", "--fates", file});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(prompty_tests::text_of(file),
              AllOf(HasSubstr(R"({"reading":"A-043 coerced","changes":["parse/)"), HasSubstr(" pass coerced")));
}

}  // namespace
}  // namespace end_to_end::mutate

#include "harness/judge/deviations/deviation_pages.hpp"

#include <gmock/gmock.h>

#include "harness/judge/files/input_error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace conformance::deviations::deviation_pages_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char const* hooks =
    "body:\n"
    "  gives: the body of a request\n"
    "  input: reply\n"
    "  operations: [build_request]\n"
    "  program: .result.body |= CHANGE\n";

/// A folder of the specification with that page of mutants.
class DeviationPagesRead : public testing::Test {
 protected:
  DeviationPages with_page(std::string const& page, std::string const& hooks_page = hooks) {
    static_cast<void>(folder_.write("mutants/words.jq", "def nothing: null;\n"));
    static_cast<void>(folder_.write("mutants/words/files.jq", "def all: .;\n"));
    static_cast<void>(folder_.write("mutants/hooks/requests.yaml", hooks_page));
    static_cast<void>(folder_.write("mutants/7.1.yaml", page));
    return read_mutant_pages(folder_.path());
  }

  std::string refusal_of(std::string const& page, std::string const& hooks_page = hooks) {
    try {
      static_cast<void>(with_page(page, hooks_page));
    } catch (InputError const& error) {
      return error.what();
    }
    return "accepted";
  }

  prompty_tests::TemporaryFolder folder_;
};

TEST_F(DeviationPagesRead, HaveClauseSentenceAndFilter) {
  DeviationPages const pages = with_page("P7.1-01:\n  body-lost:\n    breaks: No body.\n    body: '{}'\n");
  ASSERT_THAT(pages.deviations, SizeIs(1));
  EXPECT_EQ(pages.deviations.front(), (WrittenDeviation{.name = "body-lost",
                                                        .clause = "P7.1-01",
                                                        .breaks = "No body.",
                                                        .filters = {{.hook = "body", .filter = "{}"}},
                                                        .file = "mutants/7.1.yaml",
                                                        .line = 3}));
  EXPECT_EQ(pages.hooks.at("body").operations, std::set<std::string>{"build_request"});
  EXPECT_EQ(pages.words, "def nothing: null;\n\ndef all: .;\n");
}

TEST_F(DeviationPagesRead, HaveHooksForAllThatGoesIntoOperationsOrComesOut) {
  DeviationPages const pages = with_page("P7.1-01:\n  a:\n    breaks: No.\n    params of load, bind_tools: '{}'\n");
  Hook const& hook = pages.hooks.at(pages.deviations.front().filters.front().hook);
  EXPECT_EQ(hook.input, HookInput::params);
  EXPECT_EQ(hook.operations, (std::set<std::string>{"bind_tools", "load"}));
  EXPECT_EQ(hook.program, "CHANGE");
}

TEST_F(DeviationPagesRead, HaveMarksBeforeTheSentence) {
  WrittenDeviation const mutant =
      with_page("P7.1-01:\n  a:\n    breaks: no blanks · first-only P7.1-02 — No body.\n    body: '{}'\n")
          .deviations.front();
  EXPECT_EQ(mutant.breaks, "No body.");
  EXPECT_EQ(mutant.marks, (std::vector<DeviationMark>{{.name = "no blanks", .clause = "P7.1-01"},
                                                      {.name = "first-only", .clause = "P7.1-02"}}));
  EXPECT_THAT(refusal_of("P7.1-01:\n  a:\n    breaks: first · blanks — No body.\n    body: '{}'\n"),
              HasSubstr("mutants/7.1.yaml:3: 'first · blanks' are no marks of a mutant; there are first-only, "));
}

TEST_F(DeviationPagesRead, AreNoneWithoutAFolder) {
  EXPECT_THAT(read_mutant_pages(folder_.path()).deviations, IsEmpty());
}

TEST_F(DeviationPagesRead, RefuseWhatTheyDoNotKnowWithFileAndLine) {
  EXPECT_EQ(refusal_of("P7.1-01:\n  a:\n    breaks: No.\n    bodi: '{}'\n"),
            "mutants/7.1.yaml:4: there is no hook 'bodi'; besides those on the pages in mutants/hooks/ there are all "
            "of the form 'reply of load, prepare' (reply, params, call, request, answer, arguments, sending and late)");
  EXPECT_THAT(refusal_of("P7.1-01:\n  a:\n    breaks: No.\n    reading of load: '{}'\n"),
              HasSubstr("there is no hook 'reading of load'"));
  EXPECT_EQ(refusal_of("P7.1-01:\n  a:\n    body: '{}'\n"), "mutants/7.1.yaml:3: a does not say what it breaks");
  EXPECT_EQ(refusal_of("P7.1-01:\n  a:\n    breaks: No.\n"), "mutants/7.1.yaml:3: a has no filter at any hook");
  EXPECT_EQ(refusal_of("P7.1-01:\n  a:\n    breaks: No.\n    body: [1]\n"),
            "mutants/7.1.yaml:4: a text is expected here");
  EXPECT_THAT(refusal_of("P7.1-01: [\n"), HasSubstr("mutants/7.1.yaml:2: this is no YAML: "));
}

TEST_F(DeviationPagesRead, RefuseANameThatIsTaken) {
  EXPECT_EQ(
      refusal_of("P7.1-01:\n  a:\n    breaks: No.\n    body: '{}'\nP7.1-02:\n  a:\n    breaks: Yes.\n    body: .\n"),
      "mutants/7.1.yaml:7: the name a is taken by mutants/7.1.yaml:3");
}

TEST_F(DeviationPagesRead, RefuseHooksThatCannotWork) {
  std::string const page = "P7.1-01: {}\n";
  EXPECT_THAT(refusal_of(page, "body:\n  gives: it\n  operations: [run]\n  program: .\n"),
              HasSubstr("has CHANGE where the filter belongs"));
  EXPECT_THAT(refusal_of(page, "body:\n  gives: it\n  program: CHANGE\n"), HasSubstr("and at which operations"));
  EXPECT_THAT(refusal_of(page, "body:\n  gives: it\n  input: answers\n  operations: [run]\n  program: CHANGE\n"),
              HasSubstr("hooks/requests.yaml:3: 'answers' is no input of a hook"));
}

}  // namespace
}  // namespace conformance::deviations::deviation_pages_test

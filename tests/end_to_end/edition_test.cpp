#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "end_to_end/conformance_program.hpp"
#include "end_to_end/json_lines.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// A toy specification whose second edition replaces one clause and adds one.
namespace end_to_end::editions {
namespace {

using prompty_tests::conformance;
using prompty_tests::json_lines;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::split_adapter;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string const two_editions = std::string("python3 '") + repository() + "/tests/end_to_end/two_editions.py'";

constexpr char const* page =
    "# Page\n\n## §2.1 Structure\n\nClass: file-format\n\n"
    "- **P2.1-01** MUST — Frontmatter is optional.\n"
    "- **P2.1-02** MUST · until 2026-04 — The body is as it was written.\n"
    "- **P2.1-03** MUST · since 2026-10 — The body is in capitals.\n"
    "- **P2.1-04** MUST · since 2026-10 — An empty text has empty frontmatter.\n";

constexpr char const* list_of_editions = "# Editions\n\n- **2026-04** — quiet.\n- **2026-10** — loud.\n";

constexpr char const* toy_vectors =
    R"({"schemaVersion": 1, "topic": "toy", "vectors": [
       {"id": "digits", "clauses": ["P2.1-01"], "why": "x", "operation": "split", "given": {"text": "12"},
        "expect": {"value": {"frontmatter": null, "body": "12"}}},
       {"id": "quiet", "clauses": ["P2.1-02"], "why": "x", "operation": "split", "given": {"text": "Hi"},
        "expect": {"value": {"frontmatter": null, "body": "Hi"}}},
       {"id": "loud", "clauses": ["P2.1-03"], "why": "x", "operation": "split", "given": {"text": "Hi"},
        "expect": {"value": {"frontmatter": null, "body": "HI"}}},
       {"id": "empty", "clauses": ["P2.1-04"], "why": "x", "operation": "split", "given": {"text": ""},
        "expect": {"value": {"frontmatter": "", "body": ""}}}]})";

class ToyEditions : public testing::Test {
 protected:
  ToyEditions() {
    static_cast<void>(spec_.write("02.md", page));
    static_cast<void>(spec_.write("editions.md", list_of_editions));
    static_cast<void>(vectors_.write("toy.json", toy_vectors));
  }

  [[nodiscard]] ProgramResult with_folders(std::vector<std::string> words) const {
    words.insert(words.end(), {"--spec", spec_.path(), "--vectors", vectors_.path()});
    return conformance(words);
  }

  [[nodiscard]] ProgramResult run(std::string const& subject, std::vector<std::string> const& options = {}) const {
    std::vector<std::string> words = {
        "run", "--subject", subject, "--jsonl", report(), "--claim", reports_.path() + "/claim.md"};
    words.insert(words.end(), options.begin(), options.end());
    return with_folders(words);
  }

  [[nodiscard]] std::string report() const { return reports_.path() + "/run.jsonl"; }

  TemporaryFolder const spec_;
  TemporaryFolder const vectors_;
  TemporaryFolder const reports_;
};

TEST_F(ToyEditions, AreJudgedEachByItsOwnClauses) {
  ProgramResult const old = run(two_editions, {"--edition", "2026-04"});
  EXPECT_EQ(old.exit_code, 0) << old.out << old.err;
  EXPECT_THAT(old.out, AllOf(HasSubstr("2 vectors, edition 2026-04, "), HasSubstr("conformant: 2 vectors pass")));
  ProgramResult const fresh = run(two_editions, {"--edition", "2026-10"});
  EXPECT_EQ(fresh.exit_code, 0) << fresh.out << fresh.err;
  EXPECT_THAT(fresh.out, AllOf(HasSubstr("3 vectors, edition 2026-10, "), HasSubstr("conformant: 3 vectors pass")));
}

TEST_F(ToyEditions, TellWhoBehavesByAnother) {
  ProgramResult const behind = run(two_editions + " old", {"--edition", "2026-10"});
  EXPECT_EQ(behind.exit_code, 1);
  EXPECT_THAT(behind.out, AllOf(HasSubstr("P2.1-03"), HasSubstr("P2.1-04"), Not(HasSubstr("P2.1-02"))));
  EXPECT_EQ(run(two_editions + " old", {"--edition", "2026-04"}).exit_code, 0);
}

TEST_F(ToyEditions, AreTheNewestThatTheAdapterSpeaks) {
  EXPECT_THAT(run(two_editions).out, HasSubstr("edition 2026-10, "));
  // It names none, and so speaks the first.
  ProgramResult const quiet = run(split_adapter);
  EXPECT_EQ(quiet.exit_code, 0) << quiet.out << quiet.err;
  EXPECT_THAT(quiet.out, AllOf(HasSubstr("edition 2026-04, "), HasSubstr("conformant: 2 vectors pass")));
}

TEST_F(ToyEditions, AreNotJudgedWhereTheAdapterSpeaksOthers) {
  ProgramResult const other = run(split_adapter, {"--edition", "2026-10"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("speaks the editions 2026-04 of the specification, none of 2026-10"));
  ProgramResult const unknown = run(split_adapter, {"--edition", "2030-01"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("there is no edition 2030-01 of the specification; known are 2026-04, 2026-10"));
}

/// The document that an HTML report holds, as JSON text.
std::string data_of_page(std::string const& path) {
  std::string const unpack =
      "import base64, gzip, re, sys\n"
      "data = re.search('id=\"data\">([^<]+)<', open(sys.argv[1]).read()).group(1)\n"
      "print(gzip.decompress(base64.b64decode(data)).decode())";
  ProgramResult const unpacked = run_program({"python3", "-c", unpack, path});
  EXPECT_EQ(unpacked.exit_code, 0) << unpacked.err;
  return unpacked.out;
}

TEST_F(ToyEditions, AreNamedByEveryReport) {
  static_cast<void>(run(two_editions, {"--html", reports_.path() + "/r.html", "--markdown", reports_.path() + "/r.md",
                                       "--junit", reports_.path() + "/r.xml"}));
  EXPECT_EQ(nlohmann::json::parse(data_of_page(reports_.path() + "/r.html"))["edition"], "2026-10");
  EXPECT_THAT(text_of(reports_.path() + "/r.xml"), HasSubstr(R"(<property name="edition" value="2026-10" />)"));
  EXPECT_EQ(json_lines(report()).front()["edition"], "2026-10");
  EXPECT_THAT(text_of(reports_.path() + "/claim.md"), HasSubstr("| edition | 2026-10 |"));
  EXPECT_THAT(text_of(reports_.path() + "/r.md"), HasSubstr("Edition 2026-10, profile lenient"));
  ProgramResult const matrix = conformance({"matrix", report(), report(), "--spec", spec_.path()});
  EXPECT_EQ(matrix.exit_code, 0) << matrix.err;
  EXPECT_THAT(matrix.out, AllOf(HasSubstr("Edition 2026-10\n"), HasSubstr("3/3")));
  ProgramResult const merged = with_folders({"merge", report(), "--jsonl", reports_.path() + "/again.jsonl"});
  EXPECT_EQ(merged.exit_code, 0) << merged.out << merged.err;
  EXPECT_EQ(json_lines(reports_.path() + "/again.jsonl").front()["edition"], "2026-10");
}

TEST_F(ToyEditions, AreTriedBySmoke) {
  std::vector<std::string> const adapter = {"--", "python3", repository() + "/tests/end_to_end/two_editions.py"};
  auto const smoke = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"smoke", "--spec", spec_.path(), "--vectors", vectors_.path()});
    words.insert(words.end(), adapter.begin(), adapter.end());
    return conformance(words);
  };
  ProgramResult const newest = smoke({});
  EXPECT_THAT(newest.out, AllOf(HasSubstr("tried by edition 2026-10\n"), Not(HasSubstr("fail"))));
  ProgramResult const old = smoke({"--edition", "2026-04"});
  EXPECT_THAT(old.out, AllOf(HasSubstr("tried by edition 2026-04\n"), Not(HasSubstr("fail"))));
}

TEST_F(ToyEditions, ReachAnAdapterBehindAMutant) {
  // It concerns no text of the toy.
  std::string const mutated =
      "'" + prompty_tests::built_program("prompty-conformance") + "' mutate hyphens-refused -- " + two_editions;
  for (std::string const edition : {"2026-04", "2026-10"}) {
    ProgramResult const judged = run(mutated, {"--edition", edition});
    EXPECT_EQ(judged.exit_code, 0) << judged.out << judged.err;
  }
}

/// One after the other, and not by one that it does not speak.
TEST_F(ToyEditions, AreMeasuredByThoseOfTheReference) {
  ProgramResult const mutants = with_folders({"mutants"});
  EXPECT_EQ(mutants.exit_code, 1) << mutants.err;
  EXPECT_THAT(mutants.out, AllOf(HasSubstr("no mutant P2.1-02\n"), Not(HasSubstr("P2.1-03")),
                                 HasSubstr("0 of 0 mutants dead"), HasSubstr("2 useless vectors")));
}

TEST_F(ToyEditions, OfWhichTheReferenceSpeaksTwoAreMeasuredBoth) {
  static_cast<void>(spec_.write("editions.md", "# Editions\n\n- **2026-04** — quiet.\n- **2026-08** — loud.\n"));
  std::string later = page;
  for (std::size_t at = later.find("2026-10"); at != std::string::npos; at = later.find("2026-10"))
    later.replace(at, 7, "2026-08");
  static_cast<void>(spec_.write("02.md", later));
  for (std::string const command : {"mutants", "habits", "trivial"}) {
    ProgramResult const both = with_folders({command});
    EXPECT_THAT(both.out, AllOf(HasSubstr("Edition 2026-04:\n"), HasSubstr("Edition 2026-08:\n"))) << both.err;
    ProgramResult const one = with_folders({command, "--edition", "2026-08"});
    EXPECT_THAT(one.out, Not(HasSubstr("Edition "))) << one.err;
    EXPECT_NE(one.exit_code, 2) << one.err;
    EXPECT_EQ(with_folders({command, "--edition", "2026-05"}).exit_code, 2);
  }
  EXPECT_EQ(conformance({"readings", "--edition", "2026-05"}).exit_code, 2);
  EXPECT_THAT(with_folders({"mutants", "--edition", "2026-08"}).out,
              AllOf(HasSubstr("no mutant P2.1-03\n"), Not(HasSubstr("P2.1-02"))));
  EXPECT_THAT(with_folders({"mutants", "--edition", "2026-04"}).out,
              AllOf(HasSubstr("no mutant P2.1-02\n"), Not(HasSubstr("P2.1-03"))));
}

TEST_F(ToyEditions, AreTheSameForAllThatAreCompared) {
  auto const compare = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"differential", "--spec", spec_.path(), "--subject", two_editions, "--subject",
                                 split_adapter, "--operation", "split", "--count", "1"});
    return conformance(words);
  };
  ProgramResult const mixed = compare({});
  EXPECT_EQ(mixed.exit_code, 2) << mixed.out;
  EXPECT_THAT(mixed.err, HasSubstr("two-editions answers by the edition 2026-10 of the specification and"));
  EXPECT_NE(compare({"--edition", "2026-04"}).exit_code, 2);
}

TEST_F(ToyEditions, AreListedByAnExport) {
  ProgramResult const exported = with_folders({"export"});
  nlohmann::json const document = nlohmann::json::parse(exported.out);
  EXPECT_EQ(document["editions"].dump(), R"(["2026-04","2026-10"])");
  EXPECT_EQ(document["editionDigests"].size(), 2U);
  EXPECT_NE(document["editionDigests"]["2026-04"], document["editionDigests"]["2026-10"]);
}

}  // namespace
}  // namespace end_to_end::editions

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "end_to_end/conformance_program.hpp"
#include "support/temporary_folder.hpp"

// What programs of others read: lists as JSON, and the whole suite as one document.
namespace end_to_end::listing {
namespace {

using prompty_tests::built_program;
using prompty_tests::conformance;
using prompty_tests::ProgramResult;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

nlohmann::json read_json(std::string const& path) {
  std::ifstream stream(path);
  return nlohmann::json::parse(stream);
}

TEST(Listing, HasOnlyTheRequestedVectors) {
  ProgramResult const result = conformance({"list", "--json", "--filter", "load/frontmatter/*", "--clause", "P2.2-16"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  nlohmann::json const document = nlohmann::json::parse(result.out);
  EXPECT_EQ(document["schemaVersion"], 1);
  ASSERT_FALSE(document["vectors"].empty());
  for (nlohmann::json const& vector : document["vectors"]) {
    EXPECT_THAT(vector["id"].get<std::string>(), testing::StartsWith("load/frontmatter/"));
    EXPECT_THAT(vector["clauses"], Contains("P2.2-16"));
    EXPECT_THAT(vector["file"].get<std::string>(), testing::StartsWith("vectors/load/frontmatter/"));
  }
}

TEST(Listing, HasTheClausesWithVectorsAndMutants) {
  nlohmann::json const document = nlohmann::json::parse(conformance({"list", "--clauses", "--json"}).out);
  std::size_t testable = 0;
  for (nlohmann::json const& clause : document["clauses"]) {
    if (clause["native"] == true || clause["unobservable"] != nullptr) continue;
    ++testable;
    EXPECT_FALSE(clause["vectors"].empty()) << clause["id"];
    EXPECT_FALSE(clause["mutants"].empty()) << clause["id"];
  }
  EXPECT_GT(testable, 0U);
}

TEST(Listing, HasTheClausesOfOneProvenance) {
  nlohmann::json const document =
      nlohmann::json::parse(conformance({"list", "--clauses", "--provenance", "extension", "--json"}).out);
  ASSERT_FALSE(document["clauses"].empty());
  for (nlohmann::json const& clause : document["clauses"]) {
    EXPECT_EQ(clause["provenance"], "extension") << clause["id"];
    EXPECT_EQ(clause["group"], "extensions") << clause["id"];
  }
  EXPECT_EQ(conformance({"list", "--clauses", "--provenance", "hearsay"}).exit_code, 2);
}

TEST(Listing, OfWhatIsMissingIsEmptyAsJson) {
  TemporaryFolder const spec;
  static_cast<void>(spec.write("01.md", "## §1 A\nClass: a\n- **P2.2-16** MUST — x.\n- **P99.9-01** MUST — y.\n"));
  nlohmann::json const all = nlohmann::json::parse(conformance({"list", "--missing", "--json"}).out);
  EXPECT_TRUE(all["clauses"].empty()) << all["clauses"];
  TemporaryFolder const vectors;
  static_cast<void>(
      vectors.write("own.json",
                    R"({"schemaVersion": 1, "topic": "own", "vectors": [{"id": "a", "clauses": ["P2.2-16"], "why": "x",
          "operation": "split", "given": {"text": "Hi"}, "expect": {"value": {"frontmatter": null, "body": "Hi"}}}]})"));
  ProgramResult const some =
      conformance({"list", "--missing", "--json", "--spec", spec.path(), "--vectors", vectors.path()});
  nlohmann::json const document = nlohmann::json::parse(some.out);
  ASSERT_EQ(document["clauses"].size(), 1U) << some.out;
  EXPECT_EQ(document["clauses"][0]["id"], "P99.9-01");
}

TEST(Listing, TakesNoFilterOfVectorsForClauses) {
  for (std::string const flag : {"--clauses", "--missing"}) {
    ProgramResult const result = conformance({"list", flag, "--filter", "load/*"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr(flag), HasSubstr("--filter")));
  }
}

TEST(Export, HasTheDigestThatARunReports) {
  TemporaryFolder const folder;
  ProgramResult const written = conformance({"export", folder.path() + "/suite.json"});
  ASSERT_EQ(written.exit_code, 0) << written.err;
  EXPECT_EQ(written.out, "");
  nlohmann::json const document = read_json(folder.path() + "/suite.json");
  ProgramResult const run = conformance({"run", "--clause", "P2.2-16", "--jsonl", folder.path() + "/run.jsonl"});
  ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
  std::ifstream lines(folder.path() + "/run.jsonl");
  std::string header;
  std::getline(lines, header);
  // Its digest is that of the one edition by which it judged.
  nlohmann::json const edition = nlohmann::json::parse(header)["edition"];
  EXPECT_NE(std::find(document["editions"].begin(), document["editions"].end(), edition), document["editions"].end());
  EXPECT_EQ(nlohmann::json::parse(header)["suiteVersion"], document["suiteVersion"]);
}

TEST(Export, OfAFolderNamesTheFileThatCannotBeWritten) {
  ProgramResult const result = conformance({"export", "/dev/null/suite.json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("/dev/null/suite.json"));
}

TEST(ReferenceAdapter, IsServedByTheProgramItself) {
  TemporaryFolder const folder;
  std::string const requests =
      folder.write("requests.jsonl", R"({"jsonrpc": "2.0", "id": 1, "method": "split", "params": {"text": "Hi"}})"
                                     "\n");
  ProgramResult const result =
      run_program({"sh", "-c", built_program("prompty-conformance") + " reference-adapter <" + requests});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(nlohmann::json::parse(result.out)["result"], (nlohmann::json{{"frontmatter", nullptr}, {"body", "Hi"}}));
}

}  // namespace
}  // namespace end_to_end::listing

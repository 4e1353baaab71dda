#include "harness/judge/suite/suite.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::suite_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

/// One page and one vector on disk.
class Suites : public testing::Test {
 protected:
  Suites() {
    Json const vector = sample_vector({{"clauses", Json::array({"P1.1-01"})}});
    write_file(folder_ / "vectors" / "load" / "a.json", sample_vector_file("load/a", Json::array({vector})));
    put_page("MUST");
  }

  void put_page(std::string const& level, std::string const& statement = "Files are read.") const {
    write_file(folder_ / "spec" / "01.md",
               "# Page\n\n## §1.1 Files\n\nClass: file-format\n\n- **P1.1-01** " + level + " — " + statement + "\n");
  }

  Suite read() const {
    return read_suite({.vectors = folder_ / "vectors",
                       .spec = folder_ / "spec",
                       .schemas = folder_ / "vectors",
                       .reference = folder_ / "reference"});
  }

  ScratchFolder const scratch_;
  std::filesystem::path const folder_ = scratch_.path();
};

TEST_F(Suites, HavePagesAndVectors) {
  Suite const suite = read();
  EXPECT_EQ(suite.corpus.vectors.size(), 1U);
  EXPECT_NE(suite.registry.find_clause("P1.1-01"), nullptr);
  EXPECT_THAT(suite.corpus.digest, StartsWith("sha256:"));
}

TEST_F(Suites, HaveAnotherDigestWhenAPageDecidesOtherwise) {
  std::string const digest = read().corpus.digest;
  put_page("MUST", "Each file is read.");
  EXPECT_EQ(read().corpus.digest, digest) << "the wording decides nothing";
  put_page("SHOULD");
  EXPECT_NE(read().corpus.digest, digest);
}

TEST_F(Suites, HaveAnotherDigestWhenAPageBlamesOtherClauses) {
  std::set<std::string> digests = {read().corpus.digest};
  write_file(folder_ / "spec" / "mutants" / "files.yaml", "P1.1-01:\n  lost:\n    breaks: Files are lost.\n");
  EXPECT_TRUE(digests.insert(read().corpus.digest).second) << "another mutant, another blame";
  for (std::string const clause : {"P1.1-01", "P1.1-02"}) {
    CrossingPage const crossings{
        .words = "",
        .crossings = {
            {.name = "files/more", .clauses = {clause}, .because = "", .operations = {}, .change = ".", .at = ""}}};
    std::string const digest = suite_digest(read().registry, read().corpus, {}, crossings, "");
    EXPECT_TRUE(digests.insert(digest).second) << clause;
  }
}

TEST_F(Suites, HaveAnotherDigestWhenTheVectorsChange) {
  std::string const digest = read().corpus.digest;
  write_file(folder_ / "vectors" / "fixtures" / "a.txt", "a");
  EXPECT_NE(read().corpus.digest, digest);
}

TEST_F(Suites, AreRefusedWhenAVectorCitesAClauseThatIsOnNoPage) {
  write_file(folder_ / "spec" / "01.md",
             "# Page\n\n## §1.1 Files\n\nClass: file-format\n\n- **P1.1-02** MUST — Files are read.\n");
  EXPECT_THAT([&] { (void)read(); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("vectors/load/a.json"), HasSubstr("P1.1-01 is on no page"), HasSubstr("--spec"))));
}

/// Of two editions: a contested clause, and an extension that becomes public.
class SuitesOfEditions : public Suites {
 protected:
  SuitesOfEditions() {
    write_file(folder_ / "spec" / "editions.md", "- **2026-04** — a\n- **2026-10** — b\n");
    write_file(folder_ / "spec" / "01.md",
               "# Page\n\n## §1.1 Files\n\nClass: file-format\n\n- **P1.1-01** MUST · contested A-001 — Files.\n\n"
               "## §4.1 More\n\nClass: file-format\nGroup: ours\n\n"
               "- **P4.1-01** MUST · extension strict · public since 2026-10 — More.\n");
    write_file(folder_ / "spec" / "decisions.md",
               "## A-001 — Files\n\nReadings:\n\n- **near** · as-written — a\n- **far** · until 2026-04 — b\n");
    Json const one = {{"value", {{"frontmatter", nullptr}, {"body", "1"}}}};
    Json const contested = sample_vector({{"expect", {{"readings", {{"near", one}, {"far", one}, {"odd", one}}}}}});
    Json const extended = sample_vector({{"id", "extended"},
                                         {"clauses", Json::array({"P4.1-01"})},
                                         {"requires", {{"features", Json::array({"strict", "env"})}}}});
    write_file(folder_ / "vectors" / "load" / "a.json",
               sample_vector_file("load/a", Json::array({contested, extended})));
  }

  [[nodiscard]] std::vector<std::string> readings_in(std::string const& edition) const {
    Suite const suite = suite_of_edition(read(), edition);
    std::vector<std::string> names;
    for (ExpectedReading const& reading : suite.corpus.vectors[0].steps[0].expect.readings)
      names.push_back(reading.name);
    return names;
  }
};

TEST_F(SuitesOfEditions, HaveTheExpectationsOfTheirReadings) {
  EXPECT_THAT(readings_in("2026-04"), testing::UnorderedElementsAre("near", "far", "odd"));
  EXPECT_THAT(readings_in("2026-10"), testing::UnorderedElementsAre("near", "odd"))
      << "a reading that no edition knows is a fault of the vector, for the lint";
}

TEST_F(SuitesOfEditions, NeedNoFeatureForWhatHasBecomePublic) {
  EXPECT_THAT(suite_of_edition(read(), "2026-04").corpus.vectors[1].requires_.features,
              testing::ElementsAre("strict", "env"));
  EXPECT_THAT(suite_of_edition(read(), "2026-10").corpus.vectors[1].requires_.features, testing::ElementsAre("env"));
}

TEST_F(SuitesOfEditions, HaveDigestsOfTheirOwn) {
  std::set<std::string> const digests = {read().corpus.digest, suite_of_edition(read(), "2026-04").corpus.digest,
                                         suite_of_edition(read(), "2026-10").corpus.digest};
  EXPECT_EQ(digests.size(), 3U);
}

}  // namespace
}  // namespace conformance::suite_test

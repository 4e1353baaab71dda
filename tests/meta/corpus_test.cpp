#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/judge/vectors/corpus.hpp"
#include "support/places.hpp"

// What the suite promises of itself and no subject can show.
namespace meta::corpus {
namespace {

std::filesystem::path const root = prompty_tests::repository();

struct PrintedVector {
  std::string clause;
  std::string input;
  nlohmann::ordered_json frontmatter;
  std::string body;
};

/// The four vectors as §2.2 prints them.
std::vector<PrintedVector> printed_vectors() {
  return {{"P2.2-15", "---\nname: test\n---\nHello world", "name: test", "Hello world"},
          {"P2.2-16", "Just a prompt with no frontmatter", nullptr, "Just a prompt with no frontmatter"},
          {"P2.2-17", "---\n---\nBody only", "", "Body only"},
          {"P2.2-18", " ---\nname: test\n---\nBody", "name: test", "Body"}};
}

TEST(PrintedVectors, StandInTheCorpusVerbatim) {
  RecordProperty("clause", "P2.2-19");
  conformance::Corpus const corpus = conformance::read_corpus(root / "vectors");
  for (PrintedVector const& printed : printed_vectors()) {
    nlohmann::ordered_json const answer = {{"frontmatter", printed.frontmatter}, {"body", printed.body}};
    bool const found =
        std::any_of(corpus.vectors.begin(), corpus.vectors.end(), [&](conformance::Vector const& vector) {
          conformance::Step const& step = vector.steps.front();
          bool const cites =
              std::find(vector.clauses.begin(), vector.clauses.end(), printed.clause) != vector.clauses.end();
          return cites && step.operation == "split" && step.given == nlohmann::ordered_json{{"text", printed.input}} &&
                 step.expect.outcome.value == answer;
        });
    EXPECT_TRUE(found) << printed.clause;
  }
}

std::string first_delimiter(std::string const& text, std::size_t from) {
  std::size_t const dashes = text.find("---", from);
  std::size_t const pluses = text.find("+++", from);
  return dashes < pluses ? "---" : "+++";
}

TEST(ShippedPromptFiles, CloseWithTheDelimiterThatOpens) {
  RecordProperty("clause", "P2.2-14");
  int files = 0;
  for (std::string const folder : {"reference", "vectors", "harness", "mock-provider", "tests", "spec"}) {
    for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".prompty") continue;
      ++files;
      std::ifstream stream(entry.path(), std::ios::binary);
      std::string const text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
      std::string const opener = text.substr(0, 3);
      if (opener != "---" && opener != "+++") continue;
      EXPECT_EQ(first_delimiter(text, 3), opener) << entry.path();
    }
  }
  EXPECT_GT(files, 0) << "no .prompty file was looked at";
}

TEST(Corpus, HoldsNoVectorThatIsTooLongToBeRead) {
  constexpr std::size_t limit = 12'000;
  std::size_t vectors = 0;
  for (auto const& [topic, path] : conformance::vector_files(root / "vectors")) {
    std::ifstream stream(path, std::ios::binary);
    nlohmann::ordered_json const file = nlohmann::ordered_json::parse(stream);
    for (nlohmann::ordered_json const& vector : file.at("vectors")) {
      ++vectors;
      EXPECT_LE(vector.dump().size(), limit)
          << topic << "/" << vector.at("id")
          << ": shorten what it gives; what follows from another vector is generated "
          << "(spec/carried.yaml, spec/crossings.yaml)";
    }
  }
  EXPECT_GT(vectors, 1'000U) << "are these all vectors?";
}

}  // namespace
}  // namespace meta::corpus

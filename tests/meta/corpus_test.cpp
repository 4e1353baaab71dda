#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "harness/judge/vectors/corpus.hpp"

// What the suite promises of itself and no subject can show.
namespace meta::corpus {
namespace {

std::filesystem::path const root = PROMPTY_SOURCE_DIR;

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

TEST(Corpus, StaysBelowFourMegabytes) {
  constexpr std::uintmax_t limit = 4'000'000;
  std::uintmax_t bytes = 0;
  for (auto const& [topic, path] : conformance::vector_files(root / "vectors"))
    bytes += std::filesystem::file_size(path);
  EXPECT_GT(bytes, limit / 2) << "are these all vectors?";
  EXPECT_LT(bytes, limit) << "what follows from other vectors is generated (spec/carried.yaml, spec/crossings.yaml); "
                             "merge vectors that show one thing, or shorten what they give";
}

}  // namespace
}  // namespace meta::corpus

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>

#include "harness/matching/same_json.hpp"
#include "harness/mutants/mutant.hpp"
#include "harness/mutants/mutated_subject.hpp"
#include "harness/subject/in_process.hpp"
#include "tests/harness/mutants/generated_inputs.hpp"

namespace conformance::mutants_test {
namespace {

constexpr std::uint32_t seed = 20;
constexpr std::size_t input_count = 1200;

struct AskedReference {
  std::string operation;
  Json params;
  Reply reply;
};

std::vector<AskedReference> asked_reference(InProcessSubject& reference) {
  std::vector<AskedReference> asked;
  for (generated::Input& input : generated::inputs(seed, input_count)) {
    if (input.operation == "load") {
      std::filesystem::path const path =
          std::filesystem::path(reference.scratch()) / (std::to_string(asked.size()) + ".prompty");
      std::ofstream(path, std::ios::binary) << input.file;
      input.params["path"] = path.string();
    }
    Reply reply = reference.call(input.operation, input.params);
    asked.push_back({std::move(input.operation), std::move(input.params), std::move(reply)});
  }
  return asked;
}

bool same_reply(Reply const& left, Reply const& right) {
  if (left.status != right.status) return false;
  if (left.status == Reply::Status::error) return left.value.at("kind") == right.value.at("kind");
  return same_json(left.value, right.value);
}

// Where the mutant's answer first departs from the reference's; the number of questions when it nowhere does.
std::size_t first_changed(Subject& mutated, std::vector<AskedReference> const& asked) {
  for (std::size_t index = 0; index < asked.size(); ++index) {
    AskedReference const& question = asked[index];
    if (!same_reply(mutated.call(question.operation, question.params), question.reply)) return index;
  }
  return asked.size();
}

// Vectors of one operation as they are, those of several as their steps.
std::vector<Json> vectors_of_corpus() {
  std::vector<Json> vectors;
  std::filesystem::path const folder = std::filesystem::path(PROMPTY_SOURCE_DIR) / "vectors";
  for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream stream(entry.path());
    Json const file = Json::parse(stream);
    if (!file.contains("vectors")) continue;
    for (Json const& vector : file["vectors"]) {
      Json const steps = vector.value("steps", Json::array({vector}));
      vectors.insert(vectors.end(), steps.begin(), steps.end());
    }
  }
  return vectors;
}

std::vector<std::string> lines_of_pages() {
  std::vector<std::string> lines;
  std::filesystem::path const folder = std::filesystem::path(PROMPTY_SOURCE_DIR) / "spec";
  for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(entry.path());
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
  }
  return lines;
}

// Ids of the clauses on the pages, and whether an operation can show them.
std::map<std::string, bool> clauses_of_pages() {
  std::map<std::string, bool> clauses;
  for (std::string const& line : lines_of_pages()) {
    std::string const start = "- **P";
    std::size_t const end = line.find("** ");
    if (line.rfind(start, 0) != 0 || end == std::string::npos) continue;
    std::string const markers = line.substr(end, line.find(" — ") - end);
    bool const exempt =
        markers.find("native") != std::string::npos || markers.find("unobservable") != std::string::npos;
    clauses[line.substr(4, end - 4)] = !exempt;
  }
  return clauses;
}

bool is_kebab_case(std::string const& id) {
  bool const ends_well = !id.empty() && id.front() != '-' && id.back() != '-' && id.find("--") == std::string::npos;
  return ends_well && id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

TEST(Mutants, EachChangesTheAnswerToAGeneratedInput) {
  InProcessSubject reference;
  std::vector<AskedReference> const asked = asked_reference(reference);
  for (Mutant const& mutant : all_mutants()) {
    MutatedSubject mutated(mutant, reference);
    EXPECT_LT(first_changed(mutated, asked), asked.size()) << mutant.id << " (" << mutant.clause << ") changes nothing";
  }
}

TEST(Mutants, LeaveOperationsAloneThatTheyDoNotKnow) {
  AskReference const reference = [](std::string const& operation, Json const& params) {
    Reply reply;
    reply.value = {{"asked", operation}, {"with", params}};
    return reply;
  };
  Json const params = {{"agent", Json::object()}};
  for (Mutant const& mutant : all_mutants()) {
    EXPECT_EQ(mutant.answer("render", params, reference).value, reference("render", params).value) << mutant.id;
  }
}

TEST(Mutants, PassOnWhatTheReferenceCannotRead) {
  AskReference const reference = [](std::string const&, Json const&) {
    Reply reply;
    reply.status = Reply::Status::error;
    reply.value = {{"kind", "FileNotFoundError"}, {"message", "no such file"}};
    return reply;
  };
  for (Mutant const& mutant : all_mutants()) {
    Reply const reply = mutant.answer("load", {{"path", "/nowhere/at-all.prompty"}}, reference);
    EXPECT_EQ(reply.value.at("kind"), "FileNotFoundError") << mutant.id;
  }
}

TEST(Mutants, AreTriedWithInputsThatNoVectorHas) {
  std::vector<Json> const vectors = vectors_of_corpus();
  ASSERT_FALSE(vectors.empty());
  for (generated::Input const& input : generated::inputs(seed, input_count)) {
    for (Json const& vector : vectors) {
      // Blanks alone are anybody's: a file of nothing cannot be told from another one.
      bool const blank_file = input.params.value("text", input.file).find_first_not_of(" \t\r\n") == std::string::npos;
      if (vector.value("operation", "") != input.operation || blank_file) continue;
      EXPECT_FALSE(input.operation != "load" && same_json(vector.at("given"), input.params)) << vector;
      for (Json const& file : vector.value("files", Json::object())) EXPECT_NE(file, input.file) << vector;
    }
  }
}

TEST(Mutants, HaveIdsOfTheirOwnInKebabCase) {
  std::set<std::string> ids;
  for (Mutant const& mutant : all_mutants()) {
    EXPECT_TRUE(is_kebab_case(mutant.id)) << mutant.id;
    EXPECT_TRUE(ids.insert(mutant.id).second) << mutant.id << " occurs twice";
  }
}

TEST(Mutants, SayWhatTheyBreakInASentence) {
  std::set<std::string> sentences;
  for (Mutant const& mutant : all_mutants()) {
    EXPECT_GT(mutant.breaks.size(), 15U) << mutant.id;
    EXPECT_EQ(mutant.breaks.back(), '.') << mutant.id;
    EXPECT_TRUE(sentences.insert(mutant.breaks).second) << mutant.id << " says the same as another mutant";
  }
}

TEST(Mutants, AreSortedByClauseThenId) {
  std::vector<Mutant> const& mutants = all_mutants();
  for (std::size_t index = 1; index < mutants.size(); ++index) {
    Mutant const& before = mutants[index - 1];
    Mutant const& here = mutants[index];
    EXPECT_LT(std::pair(before.clause, before.id), std::pair(here.clause, here.id));
  }
}

TEST(Mutants, BreakClausesOfThePagesAndLeaveNoneOut) {
  std::map<std::string, bool> const clauses = clauses_of_pages();
  ASSERT_FALSE(clauses.empty());
  std::set<std::string> broken;
  for (Mutant const& mutant : all_mutants()) {
    EXPECT_TRUE(clauses.contains(mutant.clause)) << mutant.id << " breaks " << mutant.clause;
    broken.insert(mutant.clause);
  }
  for (auto const& [clause, testable] : clauses) {
    EXPECT_EQ(broken.contains(clause), testable) << clause << (testable ? " has no mutant" : " is exempt, yet broken");
  }
}

}  // namespace
}  // namespace conformance::mutants_test

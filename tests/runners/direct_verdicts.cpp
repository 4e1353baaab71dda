// direct_verdicts SHARE: what the harness says of each vector that is played directly, of one vector in SHARE, for each
// line on standard input: FILE PROFILE SUBJECT NAME…, words with tabs between them. A file gets the JSON Lines of a run
// without faults. direct_verdicts serve SUBJECT NAME…: the same subject as an adapter, on standard input and output,
// for the runners in other languages.
//
// A subject is `mutants NAME…`, the reference that makes these mistakes at once, `trivial NAME`, or, to judge only,
// `process COMMAND`. Vectors with a provider are played with the last one alone: what the others show does not depend
// on HTTP.

#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/report/json_lines.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/subject/process.hpp"
#include "harness/judge/subject/serving.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/proof/sharpness/trivial.hpp"
#include "support/places.hpp"

namespace {

using namespace conformance;

DataFolders own_folders() {
  return {.vectors = prompty_tests::repository() + "/vectors",
          .spec = prompty_tests::repository() + "/spec",
          .schemas = prompty_tests::repository() + "/vectors/schema",
          .reference = prompty_tests::repository() + "/reference"};
}

/// A subject with what it stands on.
struct Judged {
  std::vector<Deviation> mutants;  ///< all there are; `mutant` refers to some of them
  std::unique_ptr<Subject> behind;
  std::unique_ptr<Deviation> mutant;
  std::unique_ptr<Subject> subject;
};

using Words = std::span<std::string const>;

Judged mutated_reference(Words names) {
  std::vector<Deviation> all = read_mutants(own_folders().spec);
  for (Deviation& trivial : trivial_mutants()) all.push_back(std::move(trivial));
  Judged judged{
      .mutants = std::move(all), .behind = std::make_unique<InProcessSubject>(), .mutant = nullptr, .subject = nullptr};
  std::vector<Deviation const*> chosen;
  for (std::string const& name : names) {
    auto const found = std::find_if(judged.mutants.begin(), judged.mutants.end(),
                                    [&](Deviation const& one) { return one.id == name; });
    if (found == judged.mutants.end()) throw std::runtime_error(fmt::format("there is no mutant {}", name));
    chosen.push_back(&*found);
  }
  judged.mutant = std::make_unique<Deviation>(all_at_once(chosen));
  judged.subject = std::make_unique<DeviatingSubject>(*judged.mutant, *judged.behind);
  return judged;
}

Judged subject_named(std::string const& kind, Words names) {
  if (kind == "mutants" || kind == "trivial") return mutated_reference(names);
  Judged judged;
  if (kind == "process") judged.subject = std::make_unique<ProcessSubject>(names.front(), ProcessOptions{});
  if (!judged.subject) throw std::runtime_error(fmt::format("there is no subject {}", kind));
  return judged;
}

std::vector<std::string> words_in(std::string const& line) {
  std::vector<std::string> words;
  std::istringstream stream(line);
  for (std::string word; std::getline(stream, word, '\t');) words.push_back(word);
  return words;
}

void judge(Suite const& suite, std::size_t share, Words words) {
  if (words.size() < 4) throw std::runtime_error("a line is FILE PROFILE SUBJECT NAME…");
  Judged const judged = subject_named(words[2], words.subspan(3));
  std::vector<Vector const*> vectors;
  for (std::size_t place = 0; place < suite.corpus.vectors.size(); place += share) {
    Vector const& vector = suite.corpus.vectors[place];
    if (words[2] == "process" || (!vector.provider && !vector.mcp)) vectors.push_back(&vector);
  }
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  RunInfo const info{.corpus_digest = suite.corpus.digest, .subject = judged.subject->capabilities()};
  JsonLinesReport report(file_target(words[0]), info);
  std::ignore =
      run_vectors(vectors, {.judged = *judged.subject, .at_once = 1}, suite.registry, profile_named(words[1]).value(),
                  mock, [&](VectorResult const& result) { report.add(result); }, {.ways = {Way::direct}});
}

}  // namespace

int main(int count, char** arguments) {
  try {
    std::vector<std::string> const words(arguments + 1, arguments + count);
    if (words.size() > 2 && words[0] == "serve") {
      Judged const judged = subject_named(words[1], Words(words).subspan(2));
      serve(*judged.subject, std::cin, std::cout, [](std::string const&) { return true; });
      return 0;
    }
    if (words.size() != 1) throw std::runtime_error("direct_verdicts SHARE|serve SUBJECT NAME…");
    // The edition of an adapter that names none, and of a runner.
    Suite const suite = suite_of_edition(read_suite(own_folders()), first_edition);
    for (std::string line; std::getline(std::cin, line);) judge(suite, std::stoul(words[0]), words_in(line));
    return 0;
  } catch (std::exception const& error) {
    std::cerr << "direct_verdicts: " << error.what() << "\n";
    return 2;
  }
}

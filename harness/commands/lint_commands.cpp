#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <set>

#include "harness/commands/command.hpp"
#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/vectors/canonical_json.hpp"
#include "harness/judge/vectors/vector_file.hpp"
#include "harness/proof/lint/lint.hpp"
#include "harness/proof/readings/closed_readings.hpp"
#include "harness/proof/sharpness/kill_matrix.hpp"
#include "harness/proof/sharpness/sharpness.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

struct LintOptions {
  DataOptions data;
  bool proof = false;
  std::string clause;
};

void append(std::vector<LintFinding>& findings, std::vector<LintFinding> more) {
  std::move(more.begin(), more.end(), std::back_inserter(findings));
}

/// Where a tree is on disk. Throws InputError when it is built in: nobody can mend what is found there.
std::filesystem::path folder_on_disk(FileTree const& tree) {
  if (std::filesystem::path const* const folder = tree.on_disk()) return *folder;
  throw InputError(fmt::format(
      "{}: only files can be linted, and there are none near this program; name their folders with --vectors DIR and "
      "--spec DIR",
      tree.display_name()));
}

/// Tells what is about a clause: the clause itself, its vectors and mutants, and the files of the vectors.
class Concern {
 public:
  /// Everything is, without a clause.
  Concern(std::string const& clause, Corpus const& corpus, std::vector<Deviation> const& mutants) : clause_(clause) {
    places_.insert(clause);
    for (Vector const& vector : corpus.vectors) {
      if (vector.cites(clause)) places_.insert({vector.id, vector.file});
    }
    for (Deviation const& mutant : mutants) {
      if (mutant.clause == clause) places_.insert(mutant.id);
    }
  }

  [[nodiscard]] bool is_of_vector(Vector const& vector) const { return clause_.empty() || vector.cites(clause_); }
  [[nodiscard]] bool is_at(LintFinding const& finding) const {
    return clause_.empty() || places_.contains(finding.place);
  }
  [[nodiscard]] bool is_named_by(LintFinding const& finding) const {
    return finding.message.find(clause_) != std::string::npos;
  }

 private:
  std::string const clause_;
  std::set<std::string> places_;
};

/// The rules that look at what mutants do to the vectors.
std::vector<LintFinding> findings_of_proof(LintOptions const& options, Suite const& suite,
                                           std::vector<Deviation> const& all_mutants, Concern const& concern) {
  Corpus const& corpus = suite.corpus;
  ClauseRegistry const& registry = suite.registry;
  std::vector<Deviation> const mutants = mutants_of_edition(all_mutants, registry);
  InProcessSubject reference(registry.offered_editions());
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  DeviationJudge const judge(registry, Profile::as_written, reference, mock);
  Sharpness sharpness(corpus, registry, mutants, judge,
                      ResultFiles::of(options.data.folders(), KeptKind::mutants, registry),
                      [](std::string const& line) { std::cerr << line << std::endl; });
  static_cast<void>(sharpness.play(
      {.is_wanted = [&](std::size_t, std::size_t vector) { return concern.is_of_vector(corpus.vectors[vector]); }}));
  KillMatrix const matrix = sharpness.matrix(mutants);
  std::vector<LintFinding> findings = lint_sharpness(matrix);
  append(findings, lint_narrowness(corpus, matrix));
  append(findings, lint_combinations(mutants, matrix));
  // Of other vectors not everything may be known.
  std::erase_if(findings, [&](LintFinding const& finding) { return !concern.is_at(finding); });
  return findings;
}

/// What is found in each edition, once; where it is not found in all, with the editions that show it.
class FindingsByEdition {
 public:
  explicit FindingsByEdition(std::vector<std::string> editions) : editions_(std::move(editions)) {}

  void add(std::string const& edition, std::vector<LintFinding> findings) {
    for (LintFinding& finding : findings) {
      auto const known =
          std::find_if(found_.begin(), found_.end(), [&](Found const& other) { return other.finding == finding; });
      if (known == found_.end())
        found_.push_back({.finding = std::move(finding), .editions = {edition}});
      else if (known->editions.back() != edition)
        known->editions.push_back(edition);
    }
  }

  [[nodiscard]] std::vector<LintFinding> findings() const {
    std::vector<LintFinding> all;
    for (Found const& found : found_) {
      all.push_back(found.finding);
      if (found.editions.size() < editions_.size())
        all.back().message += fmt::format(" (edition {})", CLI::detail::join(found.editions, ", "));
    }
    return all;
  }

 private:
  struct Found {
    LintFinding finding;
    std::vector<std::string> editions;
  };

  std::vector<std::string> const editions_;
  std::vector<Found> found_;
};

/// The rules that each edition has to follow by itself.
std::vector<LintFinding> findings_of_edition(Suite const& suite, std::vector<Deviation> const& rules,
                                             std::set<std::string> const& features) {
  std::vector<LintFinding> findings = lint_corpus(suite.corpus, suite.registry);
  append(findings, lint_requirements(suite.corpus.vectors, suite.registry));
  append(findings, lint_provenance(suite.registry, features));
  append(findings, lint_readings(readings_without_rule(suite.registry, rules)));
  return findings;
}

int lint(LintOptions const& options) {
  DataFolders const folders = options.data.folders();
  std::filesystem::path const vectors = folder_on_disk(folders.vectors);
  std::filesystem::path const spec = folder_on_disk(folders.spec);
  Suite suite{.registry = read_clause_registry(spec),
              .corpus = read_corpus(vectors),
              .carried = read_carried_page(spec),
              .crossings = read_crossing_page(spec),
              .mutants = mutants_digest(spec)};
  ClauseRegistry const& registry = suite.registry;
  Corpus& corpus = suite.corpus;
  if (!options.clause.empty() && registry.find_clause(options.clause) == nullptr)
    throw InputError(
        fmt::format("there is no clause {}; 'prompty-conformance list --clauses' shows them", options.clause));
  corpus.digest = suite_digest(registry, corpus, suite.carried, suite.crossings, suite.mutants);
  std::vector<Deviation> const mutants = read_mutants(spec);
  std::vector<LintFinding> findings = lint_files(vectors, corpus);
  FindingsByEdition by_edition(registry.editions());
  std::vector<Deviation> const rules = read_readings(spec);
  for (std::string const& edition : registry.editions())
    by_edition.add(edition, findings_of_edition(suite_of_edition(suite, edition), rules, read_features(vectors)));
  append(findings, by_edition.findings());
  append(findings, lint_fixtures(corpus));
  append(findings, lint_editions(suite, read_ended_uses(spec)));
  append(findings, lint_pages(spec, corpus, registry));
  append(findings, lint_mutants(registry, mutants));
  append(findings, lint_marks(mutants, registry));
  append(findings, lint_carried(suite.carried, registry, corpus));
  append(findings, lint_crossings(suite.crossings, registry, corpus));
  append(findings, lint_filters(deviations::read_mutant_pages(spec), corpus, spec, vectors));
  std::filesystem::path const reference_sources = spec.parent_path() / "reference";
  if (std::filesystem::is_directory(reference_sources))
    append(findings, lint_citations(registry, {.code = read_code_places(reference_sources),
                                               .without_code = read_clauses_without_code(spec)}));
  Concern const concern(options.clause, corpus, mutants);
  std::erase_if(findings,
                [&](LintFinding const& finding) { return !concern.is_at(finding) && !concern.is_named_by(finding); });
  FindingsByEdition of_proof(registry.editions());
  for (std::string const& edition : registry.editions()) {
    if (options.proof)
      of_proof.add(edition, findings_of_proof(options, suite_of_edition(suite, edition), mutants, concern));
  }
  append(findings, of_proof.findings());
  for (LintFinding const& finding : findings)
    std::cout << fmt::format("{}: {}: {}\n", finding.rule, finding.place, finding.message);
  std::cout << fmt::format("{} vectors, {} clauses, {} mutants: {} findings\n", corpus.vectors.size(),
                           registry.clauses().size(), mutants.size(), findings.size());
  return findings.empty() ? 0 : 1;
}

}  // namespace

void add_lint_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<LintOptions>();
  CLI::App* const command =
      app.add_subcommand("lint", "Check vectors, pages and mutants against the rules of the suite");
  command->footer(
      "Exit code: 0 clean, 1 findings, 2 a file that cannot be read as what it is.\nExample: prompty-conformance lint "
      "--vectors my/vectors");
  options->data.add_to(*command);
  command->add_flag("--proof", options->proof,
                    "Check as well what mutants show: that each is noticed, and that vectors cite what they notice; "
                    "what is not known of them is played");
  command->add_option("--clause", options->clause, "Only what is about this clause, its vectors and its mutants")
      ->option_text("ID");
  command->callback([options, &line] { line.exit_code = lint(*options); });
}

namespace {

struct FormatOptions {
  std::vector<std::string> files;
};

int format(FormatOptions const& options) {
  for (std::string const& file : options.files) {
    std::string const text = read_file(file);
    std::string const formatted = canonical_json(parse_json_file(text, file));
    if (text == formatted) continue;
    write_file(file, formatted);
    std::cout << fmt::format("formatted {}\n", file);
  }
  return 0;
}

}  // namespace

void add_format_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<FormatOptions>();
  CLI::App* const command = app.add_subcommand("format", "Rewrite vector files in their canonical form");
  command->footer("Example: prompty-conformance format vectors/wire/openai-chat/parts.json");
  command->add_option("files", options->files, "Vector files")->required();
  command->callback([options, &line] { line.exit_code = format(*options); });
}

}  // namespace conformance

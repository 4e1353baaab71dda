#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/judge/deviations/mutant_judge.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/vectors/canonical_json.hpp"
#include "harness/judge/vectors/vector_file.hpp"
#include "harness/proof/lint/lint.hpp"
#include "harness/proof/sharpness/kill_matrix.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

struct LintOptions {
  DataOptions data;
  std::string fates;
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

KillMatrix matrix_of(LintOptions const& options, Corpus const& corpus, ClauseRegistry const& registry,
                     std::vector<Mutant> const& mutants, InProcessSubject& reference) {
  if (!options.fates.empty()) return kill_matrix(mutants, as_cited(corpus), read_fates(options.fates, corpus.digest));
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  return measure_sharpness(corpus, mutants, MutantJudge(registry, Profile::as_written, reference, mock));
}

/// What `lint_readings` finds; nothing with recorded fates of mutants, beside which `readings` is run by itself.
std::vector<LintFinding> findings_of_readings(LintOptions const& options, Corpus const& corpus,
                                              ClauseRegistry const& registry, FileTree const& spec,
                                              InProcessSubject& reference) {
  if (!options.fates.empty()) return {};
  std::vector<ReadingRule> const rules = read_reading_rules(spec);
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  MutantJudge const lenient(registry, Profile::lenient, reference, mock);
  MutantJudge const live(registry, Profile::live, reference, mock);
  return lint_readings(judge_readings(corpus, registry, rules, lenient, live), readings_without_rule(registry, rules));
}

int lint(LintOptions const& options) {
  DataFolders const folders = options.data.folders();
  std::filesystem::path const vectors = folder_on_disk(folders.vectors);
  std::filesystem::path const spec = folder_on_disk(folders.spec);
  ClauseRegistry const registry = read_clause_registry(spec);
  Corpus corpus = read_corpus(vectors);
  CarriedPage const carried = read_carried_page(spec);
  CrossingPage const crossings = read_crossing_page(spec);
  corpus.digest = suite_digest(registry, corpus, carried, crossings, mutants_digest(spec));
  std::vector<Mutant> const mutants = read_mutants(spec);
  std::vector<LintFinding> findings = lint_files(vectors, corpus);
  append(findings, lint_corpus(corpus, registry));
  append(findings, lint_requirements(corpus.vectors, registry));
  append(findings, lint_provenance(registry, read_features(vectors)));
  append(findings, lint_pages(spec, corpus, registry));
  InProcessSubject reference;
  KillMatrix const matrix = matrix_of(options, corpus, registry, mutants, reference);
  append(findings, lint_sharpness(registry, mutants, matrix));
  append(findings, lint_narrowness(corpus, matrix));
  append(findings, findings_of_readings(options, corpus, registry, spec, reference));
  append(findings, lint_marks(mutants, registry));
  append(findings, lint_combinations(mutants, matrix));
  append(findings, lint_carried(carried, registry, corpus));
  append(findings, lint_crossings(crossings, registry, corpus));
  append(findings, lint_filters(mutants::read_mutant_pages(spec), corpus, spec, vectors));
  std::filesystem::path const reference_sources = spec.parent_path() / "reference";
  if (std::filesystem::is_directory(reference_sources))
    append(findings, lint_citations(registry, {.code = read_code_places(reference_sources),
                                               .without_code = read_clauses_without_code(spec)}));
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
  command->add_option("--fates", options->fates,
                      "What 'mutants --fates' wrote for these vectors, and leave the readings to 'readings' (default: "
                      "both are\nmeasured, which takes some minutes)");
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

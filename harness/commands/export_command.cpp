#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/files/text_file.hpp"
#include "harness/report/export_document.hpp"
#include "harness/vectors/suite.hpp"

namespace conformance {
namespace {

struct ExportOptions {
  DataOptions data;
  std::string file;
};

int export_suite(ExportOptions const& options) {
  // A file that cannot be written is told before anything is read.
  if (!options.file.empty()) write_file(options.file, "");
  DataFolders const folders = options.data.folders();
  Suite const suite = read_suite(folders);
  std::vector<Mutant> const mutants = read_mutants(folders.spec);
  Json const document = export_document({.corpus = suite.corpus,
                                         .registry = suite.registry,
                                         .mutants = mutants,
                                         .vectors = folders.vectors,
                                         .schemas = folders.schemas});
  std::string const text = document.dump(1) + "\n";
  if (options.file.empty())
    std::cout << text;
  else
    write_file(options.file, text);
  return 0;
}

}  // namespace

void add_export_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<ExportOptions>();
  CLI::App* const command =
      app.add_subcommand("export", "Write the whole suite as one JSON document, for a runner of your own");
  command->footer(
      "Clauses, decisions, vectors, fixtures, matching cases and schemas; export.schema.json among these describes "
      "it.\n"
      "Example: prompty-conformance export suite.json");
  command->add_option("file", options->file, "File to write (default: standard output)");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = export_suite(*options); });
}

}  // namespace conformance

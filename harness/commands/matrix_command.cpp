#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/files/text_file.hpp"
#include "harness/report/matrix.hpp"

namespace conformance {
namespace {

struct MatrixOptions {
  DataOptions data;
  std::vector<std::string> reports;
  std::string html;
  std::string markdown;
};

int matrix(MatrixOptions const& options) {
  for (std::string const* const path : {&options.html, &options.markdown}) {
    if (!path->empty()) clear_file(*path);
  }
  ClauseRegistry const registry = read_clause_registry(options.data.folders().spec);
  std::vector<RecordedVerdicts> runs;
  for (std::string const& path : options.reports) runs.push_back(read_recorded_verdicts(path));
  Matrix const made = make_matrix(std::move(runs), registry);
  if (!options.html.empty()) replace_file(options.html, matrix_page(made));
  if (!options.markdown.empty()) replace_file(options.markdown, matrix_markdown(made));
  std::cout << matrix_text(made);
  return 0;
}

}  // namespace

void add_matrix_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<MatrixOptions>();
  CLI::App* const command = app.add_subcommand("matrix", "Set the reports of several implementations side by side");
  command->footer("Example: prompty-conformance matrix python.jsonl go.jsonl rust.jsonl --html matrix.html");
  command->add_option("reports", options->reports, "JSON Lines reports, one an implementation")->required();
  command->add_option("--html", options->html, "Write one page for people to this file");
  command->add_option("--markdown", options->markdown, "Write every clause as a Markdown table to this file");
  command->add_option("--spec", options->data.spec,
                      "Folder of the specification pages (default: those that come with this program)");
  command->callback([options, &line] { line.exit_code = matrix(*options); });
}

}  // namespace conformance

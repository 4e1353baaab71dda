#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <ostream>

#include "cli/commands.hpp"
#include "prompty/prompty.hpp"

namespace prompty::cli {
namespace {

constexpr int done = 0;
constexpr int failed = 1;
constexpr int wrong_usage = 2;

struct Choices {
  RunChoices run;
  std::string load_file;
};

CLI::App* add_run(CLI::App& app, RunChoices& choices) {
  CLI::App* const run = app.add_subcommand("run", "Send a prompt to its model and print the answer");
  run->add_option("FILE", choices.file, "The .prompty file")->required()->check(CLI::ExistingFile);
  run->add_option("--endpoint", choices.endpoint, "Where to send it, instead of the file's endpoint")->type_name("URL");
  run->add_option("--api-key", choices.api_key, "The key to send, instead of the file's")->type_name("KEY");
  run->add_option("--profile", choices.profile, "The request as specified, or as providers want it today")
      ->type_name("NAME")
      ->check(CLI::IsMember({"as-written", "live"}))
      ->capture_default_str();
  run->add_option("--timeout", choices.timeout_seconds, "How long to wait for each piece of the answer")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.001, 86400.0))
      ->capture_default_str();
  run->add_flag("--json", choices.json, "Print {\"type\", \"value\"} on one line");
  run->footer("Example: prompty run hello.prompty --endpoint http://127.0.0.1:8080/v1");
  return run;
}

CLI::App* add_load(CLI::App& app, std::string& file) {
  CLI::App* const load = app.add_subcommand("load", "Print what a prompt file says, as JSON, secrets masked");
  load->add_option("FILE", file, "The .prompty file")->required()->check(CLI::ExistingFile);
  load->footer("Example: prompty load hello.prompty");
  return load;
}

int report(Error const& error, std::ostream& err) {
  err << "prompty: " << error.kind() << ": " << printable(error.what()) << '\n';
  return failed;
}

}  // namespace

int run_command_line(std::vector<std::string> arguments, std::ostream& out, std::ostream& err) {
  Choices choices;
  CLI::App app("Run .prompty files", "prompty");
  app.set_version_flag("--version", std::string(version()));
  app.require_subcommand(1);
  CLI::App const* const run = add_run(app, choices.run);
  add_load(app, choices.load_file);
  app.footer("Example: prompty run hello.prompty");
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  } catch (CLI::ParseError const& problem) {
    if (problem.get_exit_code() == done) return app.exit(problem, out, err);
    err << "prompty: " << problem.what() << "; see prompty --help\n";
    return wrong_usage;
  }
  try {
    if (run->parsed()) {
      run_file(choices.run, out);
    } else {
      show_file(choices.load_file, out);
    }
    return done;
  } catch (Error const& error) {
    return report(error, err);
  }
}

}  // namespace prompty::cli

#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <string>
#include <utility>

#include "cli/commands.hpp"
#include "cli/diagnostics.hpp"
#include "cli/usage_error.hpp"
#include "prompty/core/error.hpp"
#include "prompty/core/version.hpp"

namespace prompty::cli {
namespace {

constexpr int done = 0;
constexpr int failed = 1;
constexpr int wrong_usage = 2;

/// What the subcommands write into; one of them is used.
struct Choices {
  RunChoices run;
  std::vector<std::string> checked_files;
  bool show_secrets = false;
};

void add_environment(CLI::App& command, PromptChoices& choices) {
  command.add_option("--env-file", choices.environment_file, "Lines NAME=value for ${env:…}; set variables win")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
}

CLI::App& add_command(CLI::App& app, std::string const& name, std::string const& purpose, PromptChoices& choices) {
  CLI::App& command = *app.add_subcommand(name, purpose);
  command
      .add_option("FILE", choices.file, name == "parse" ? "A .prompty file, or a rendered text" : "The .prompty file")
      ->required()
      ->check(CLI::ExistingFile);
  add_environment(command, choices);
  return command;
}

void add_inputs(CLI::App& command, PromptChoices& choices) {
  command
      .add_option("-i,--input", choices.inputs.inputs, "name=text, name:=JSON, or name=@file for image, file, audio")
      ->type_name("INPUT")
      ->allow_extra_args(false);
  command.add_option("--inputs", choices.inputs.file, "A JSON or YAML file of names to values; --input wins")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
}

void add_load(CLI::App& app, Choices& choices) {
  CLI::App& load = add_command(app, "load", "Print what a prompt file says, as JSON", choices.run.prompt);
  load.add_flag("--show-secrets", choices.show_secrets, "Print keys and passwords too");
  load.footer("Example: prompty load hello.prompty");
}

void add_check(CLI::App& app, Choices& choices) {
  CLI::App& check = *app.add_subcommand("check", "Print all that is wrong with prompt files");
  check.add_option("FILE", choices.checked_files, "The .prompty files")->required()->check(CLI::ExistingFile);
  add_environment(check, choices.run.prompt);
  check.footer("Exit code 1 when there is an error, 0 when there are only warnings.\nExample: prompty check *.prompty");
}

void add_stage(CLI::App& app, std::string const& name, std::string const& purpose, PromptChoices& choices) {
  CLI::App& stage = add_command(app, name, purpose, choices);
  add_inputs(stage, choices);
  stage.footer("Example: prompty " + name + " hello.prompty --input name=Jane --input count:=3");
}

void add_run(CLI::App& app, RunChoices& choices) {
  CLI::App& run = add_command(app, "run", "Send a prompt to its model and print the answer", choices.prompt);
  add_inputs(run, choices.prompt);
  run.add_option("--endpoint", choices.endpoint, "Where to send it, instead of the file's endpoint")->type_name("URL");
  run.add_option("--api-key", choices.api_key, "The key to send, instead of the file's")->type_name("KEY");
  run.add_option("--profile", choices.profile, "as-written: the request as specified; live: as providers want it today")
      ->type_name("NAME")
      ->check(CLI::IsMember({"as-written", "live"}).description(""))
      ->capture_default_str();
  run.add_option("--timeout", choices.timeout_seconds, "How long to wait for each piece of the answer")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.001, 86400.0).description(""))
      ->capture_default_str();
  run.add_flag("--json", choices.json, "Print JSON on one line: {\"type\", \"value\"}, or each piece of a stream");
  CLI::Option* const stream = run.add_flag("--stream", choices.stream, "Print the answer as it arrives");
  run.add_flag("--dry-run", choices.dry_run, "Print the request, credentials masked, and send nothing");
  run.add_option("--out", choices.answer_file, "Write the answer, of images their bytes, instead of printing it")
      ->type_name("FILE")
      ->excludes(stream);
  run.add_option("--trace", choices.trace.folder, "Write what was done into a .tracy file in this folder")
      ->type_name("DIR");
  run.add_flag("--trace-console", choices.trace.console, "Say on standard error what is being done");
  run.footer("Example: prompty run hello.prompty --endpoint http://127.0.0.1:8080/v1 --input name=Jane");
}

int perform(std::string const& command, Choices const& choices, std::ostream& out, std::ostream& err) {
  PromptChoices const& prompt = choices.run.prompt;
  if (command == "check") return check_files(choices.checked_files, prompt.environment_file, out) ? done : failed;
  if (command == "load") show_agent(prompt, choices.show_secrets ? Secrets::shown : Secrets::masked, out);
  if (command == "render") show_rendered(prompt, out);
  if (command == "parse") show_parsed(prompt, out);
  if (command == "prepare") show_messages(prompt, out);
  if (command == "run") run_file(choices.run, out, err);
  return done;
}

int refuse(std::string const& reason, std::ostream& err) {
  err << "prompty: " << reason << "; see prompty --help\n";
  return wrong_usage;
}

}  // namespace

int run_command_line(std::vector<std::string> arguments, std::ostream& out, std::ostream& err) {
  Choices choices;
  CLI::App app("Run .prompty files", "prompty");
  app.set_version_flag("--version", std::string(version()));
  app.require_subcommand(1);
  add_run(app, choices.run);
  add_check(app, choices);
  add_load(app, choices);
  add_stage(app, "render", "Print the filled template", choices.run.prompt);
  add_stage(app, "parse", "Print the messages in a rendered text", choices.run.prompt);
  add_stage(app, "prepare", "Print the messages that a prompt makes", choices.run.prompt);
  app.footer("Example: prompty run hello.prompty");
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  } catch (CLI::ParseError const& problem) {
    if (problem.get_exit_code() == done) return app.exit(problem, out, err);
    return refuse(problem.what(), err);
  }
  try {
    return perform(app.get_subcommands().front()->get_name(), choices, out, err);
  } catch (UsageError const& problem) {
    return refuse(problem.message, err);
  } catch (Error const& error) {
    write_error(error, err);
    return failed;
  }
}

}  // namespace prompty::cli

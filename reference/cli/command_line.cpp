#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>

#include "cli/commands.hpp"
#include "cli/diagnostics.hpp"
#include "cli/subcommands.hpp"
#include "cli/turn_commands.hpp"
#include "cli/usage_error.hpp"
#include "prompty/core/error.hpp"
#include "prompty/core/version.hpp"

namespace prompty::cli {
namespace {

constexpr int done = 0;
constexpr int failed = 1;
constexpr int wrong_usage = 2;

int perform(std::string const& command, Choices const& choices, Console const& console) {
  std::ostream& out = console.out;
  PromptChoices const& prompt = choices.run.prompt;
  if (command == "check") return check_files(choices.checked_files, prompt.environment_file, out) ? done : failed;
  if (command == "load") show_agent(prompt, choices.show_secrets ? Secrets::shown : Secrets::masked, out);
  if (command == "render") show_rendered(prompt, out);
  if (command == "parse") show_parsed(prompt, out);
  if (command == "prepare") show_messages(prompt, out);
  if (command == "run") run_file(choices.run, out, console.err);
  if (command == "turn") return turn_file(choices.run, choices.turn, console);
  if (command == "chat") return chat_with_file(choices.run, choices.turn, console);
  return done;
}

int refuse(std::string const& reason, std::ostream& err) {
  err << "prompty: " << reason << "; see prompty --help\n";
  return wrong_usage;
}

}  // namespace

int run_command_line(std::vector<std::string> arguments, Console const& console) {
  Choices choices;
  CLI::App app("Run .prompty files", "prompty");
  app.set_version_flag("--version", std::string(version()));
  app.require_subcommand(1);
  add_subcommands(app, choices);
  app.footer("Example: prompty run hello.prompty");
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  } catch (CLI::ParseError const& problem) {
    if (problem.get_exit_code() == done) return app.exit(problem, console.out, console.err);
    return refuse(problem.what(), console.err);
  }
  try {
    return perform(app.get_subcommands().front()->get_name(), choices, console);
  } catch (UsageError const& problem) {
    return refuse(problem.message, console.err);
  } catch (Error const& error) {
    write_error(error, console.err);
    return failed;
  }
}

int run_command_line(std::vector<std::string> arguments, std::ostream& out, std::ostream& err) {
  std::istringstream nothing;
  Interrupts interrupts;
  return run_command_line(std::move(arguments), {.in = nothing, .out = out, .err = err, .interrupts = interrupts});
}

}  // namespace prompty::cli

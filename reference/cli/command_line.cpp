#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "cli/commands.hpp"
#include "cli/diagnostics.hpp"
#include "cli/masked_output.hpp"
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
  if (command == "check") return check_files(choices.checked_files, prompt, out) ? done : failed;
  if (command == "load") show_agent(prompt, choices.show_secrets ? SecretValues::shown : SecretValues::masked, out);
  if (command == "render") show_rendered(prompt, out);
  if (command == "parse") show_parsed(prompt, out);
  if (command == "prepare") show_messages(prompt, out);
  if (command == "run") run_file(choices.run, out, console.err);
  if (command == "turn") return turn_file(choices.run, choices.turn, console);
  if (command == "chat") return chat_with_file(choices.run, choices.turn, console);
  return done;
}

/// A wrong argument is shown to whoever gave it, and logs keep what is shown.
void note_secrets(std::vector<std::string> const& arguments, Secrets& secrets) {
  for (std::size_t at = 0; at < arguments.size(); ++at) {
    std::string_view const argument = arguments[at];
    std::size_t const equals = argument.find('=');
    std::string_view const name = argument.substr(0, equals);
    if (!name.starts_with("--") || name == "--show-secrets" || !names_a_secret(name)) continue;
    if (equals != std::string_view::npos) secrets.add(argument.substr(equals + 1));
    if (equals == std::string_view::npos && at + 1 < arguments.size()) secrets.add(arguments[at + 1]);
  }
}

int refuse(std::string const& reason, std::ostream& err) {
  err << "prompty: " << reason << "; see prompty --help\n";
  return wrong_usage;
}

}  // namespace

int run_command_line(std::vector<std::string> arguments, Console const& console) {
  Choices choices;
  choices.run.prompt.secrets = console.secrets;
  note_secrets(arguments, *console.secrets);
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
    write_error(error, *console.secrets, console.err);
    return failed;
  }
}

int run_command_line(std::vector<std::string> arguments, std::ostream& out, std::ostream& err) {
  std::istringstream nothing;
  Interrupts interrupts;
  std::shared_ptr<Secrets> const secrets = std::make_shared<Secrets>();
  MaskedOutput masked(err, secrets);
  std::ostream shown(&masked);
  return run_command_line(std::move(arguments),
                          {.in = nothing, .out = out, .err = shown, .interrupts = interrupts, .secrets = secrets});
}

}  // namespace prompty::cli

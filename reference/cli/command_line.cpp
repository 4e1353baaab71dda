#include "cli/command_line.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "cli/errors.hpp"
#include "cli/migrate.hpp"
#include "prompty/load/check.hpp"

namespace prompty::cli {

namespace {

/// What the subcommands write into; one of them is used.
struct Choices {
  RunChoices run;
  TurnChoices turn;
  std::vector<std::string> checked_files;
  MigrateChoices migrate;
  bool show_secrets = false;
};

void add_file(CLI::App& command, std::string const& name, std::optional<std::string>& file,
              std::string const& purpose) {
  command.add_option(name, file, purpose)->type_name("FILE")->check(CLI::ExistingFile);
}

/// An option that may be given several times, with a value each.
CLI::Option* add_repeated(CLI::App& command, std::string const& name, std::vector<std::string>& values,
                          std::string const& type, std::string const& purpose) {
  return command.add_option(name, values, purpose)->type_name(type)->allow_extra_args(false);
}

void add_environment(CLI::App& command, PromptChoices& choices) {
  add_repeated(command, "--env-file", choices.environment_files, "FILE",
               "Lines NAME=value for ${env:…}; set variables win")
      ->check(CLI::ExistingFile);
}

/// An option with a default, which its help shows.
template <class Value>
void add_with_default(CLI::App& command, std::string const& name, Value& value, std::string const& type,
                      CLI::Validator const& validator, std::string const& purpose) {
  command.add_option(name, value, purpose)->type_name(type)->check(validator.description(""))->capture_default_str();
}

std::set<std::string> names_of_editions() {
  std::set<std::string> names;
  for (Edition const edition : all_editions) names.emplace(edition_name(edition));
  return names;
}

void add_edition(CLI::App& command, PromptChoices& choices) {
  add_with_default(command, "--edition", choices.edition, "NAME", CLI::IsMember(names_of_editions()),
                   "Edition of the specification, 2026-04 or 2026-08, by which the file is read and sent");
}

void add_seconds(CLI::App& command, std::string const& name, double& seconds, std::string const& purpose) {
  // CLI::Range lets nan pass, which waits for no time and for ever.
  auto const problem_of = [](std::string& text) {
    double given = 0;
    bool const fits = CLI::detail::lexical_cast(text, given) && given >= 0.001 && given <= 86'400;
    return fits ? std::string() : text + " is no number of seconds from 0.001 to 86400";
  };
  add_with_default(command, name, seconds, "SECONDS", CLI::Validator(problem_of, ""), purpose);
}

void add_bytes(CLI::App& command, std::string const& name, std::size_t& bytes, std::string const& purpose) {
  constexpr std::size_t most = std::size_t{1} << 40U;
  add_with_default(command, name, bytes, "BYTES", CLI::Range(std::size_t{1}, most), purpose);
}

CLI::App& add_command(CLI::App& app, std::string const& name, std::string const& purpose, PromptChoices& choices) {
  CLI::App& command = *app.add_subcommand(name, purpose);
  command
      .add_option("FILE", choices.file, name == "parse" ? "A .prompty file, or a rendered text" : "The .prompty file")
      ->required()
      ->check(CLI::ExistingFile);
  add_environment(command, choices);
  add_edition(command, choices);
  return command;
}

void add_inputs(CLI::App& command, PromptChoices& choices) {
  add_repeated(command, "-i,--input", choices.inputs.inputs, "INPUT",
               "name=text, name:=JSON, or name=@file for image, file, audio");
  add_file(command, "--inputs", choices.inputs.file, "A JSON or YAML file of names to values; --input wins");
}

void add_load(CLI::App& app, Choices& choices) {
  CLI::App& load = add_command(app, "load", "Print a loaded prompt file as JSON", choices.run.prompt);
  load.add_flag("--show-secrets", choices.show_secrets, "Print keys and passwords too");
  load.footer("Example: prompty load hello.prompty");
}

void add_check(CLI::App& app, Choices& choices) {
  CLI::App& check = *app.add_subcommand("check", "Print errors and warnings about prompt files");
  // One that is missing is an error of that file, and the others are checked.
  check.add_option("FILE", choices.checked_files, "The .prompty files")->required();
  add_environment(check, choices.run.prompt);
  add_edition(check, choices.run.prompt);
  check.footer(
      "Exit code 1 when there is an error, 0 when there are only warnings. These are about what has no meaning in the\n"
      "file format, what the provider does not take, and role markers: text that looks like one, values that an input\n"
      "fills without quotes around them, and attributes with reserved names.\nExample: prompty check *.prompty");
}

void add_migrate(CLI::App& app, MigrateChoices& choices) {
  CLI::App& migrate = *app.add_subcommand("migrate", "Bring prompt files of version 1 into the format of today");
  migrate.add_option("FILE", choices.files, "The .prompty files; - is standard input, whose result is printed")
      ->required();
  CLI::Option* const write = migrate.add_flag("--write", choices.write, "Change the files instead of showing how");
  migrate.add_flag("--check", choices.check, "Change and show nothing; exit with 1 when a file is to be changed")
      ->excludes(write);
  migrate.footer(
      "The changes are shown as a diff. Comments and the order of what stays are kept; what has no place in the "
      "format\n"
      "of today becomes a comment and is listed on standard error, with its line.\n"
      "Example: prompty migrate --write *.prompty");
}

void add_stage(CLI::App& app, std::string const& name, std::string const& purpose, PromptChoices& choices) {
  CLI::App& stage = add_command(app, name, purpose, choices);
  add_inputs(stage, choices);
  stage.footer("Example: prompty " + name + " hello.prompty --input name=Jane --input count:=3");
}

void add_sending(CLI::App& command, RunChoices& choices) {
  add_inputs(command, choices.prompt);
  command.add_option("--endpoint", choices.endpoint, "Where to send it, instead of the file's endpoint")
      ->type_name("URL");
  command.add_option("--api-key", choices.api_key, "The key to send, instead of the file's")->type_name("KEY");
  add_with_default(command, "--profile", choices.profile, "NAME", CLI::IsMember({"as-written", "live"}),
                   "as-written: the request as specified; live: as providers want it today");
  add_seconds(command, "--timeout", choices.timeout_seconds, "How long to wait for each piece of the answer");
  add_seconds(command, "--total-timeout", choices.total_timeout_seconds, "How long to wait for all of an answer");
  add_bytes(command, "--max-answer-bytes", choices.limits.max_answer_bytes, "How large an answer may be, decompressed");
  add_bytes(command, "--max-event-bytes", choices.limits.max_event_bytes, "How large one event of a stream may be");
  add_bytes(command, "--max-stream-bytes", choices.limits.max_stream_bytes, "How large a stream may be in all");
}

void add_tracing(CLI::App& command, TraceChoices& choices) {
  command.add_option("--trace", choices.folder, "Write a trace, a .tracy file, into this folder")->type_name("DIR");
  command.add_flag("--trace-console", choices.console, "Print spans on standard error as they start and end");
}

/// Returns the option --stream.
CLI::Option* add_printing(CLI::App& command, RunChoices& choices) {
  command.add_flag("--json", choices.json, "Print JSON on one line: {\"type\", \"value\"}, or each piece of a stream");
  return command.add_flag("--stream", choices.stream, "Print the answer as it arrives");
}

void add_run(CLI::App& app, RunChoices& choices) {
  CLI::App& run = add_command(app, "run", "Send a prompt to its model and print the answer", choices.prompt);
  add_sending(run, choices);
  CLI::Option* const stream = add_printing(run, choices);
  run.add_flag("--dry-run", choices.dry_run, "Print the request, credentials masked, and send nothing");
  run.add_option("--out", choices.answer_file, "Write the answer, of images their bytes, instead of printing it")
      ->type_name("FILE")
      ->excludes(stream);
  add_tracing(run, choices.trace);
  run.footer("Example: prompty run hello.prompty --endpoint http://127.0.0.1:8080/v1 --input name=Jane");
}

void add_tools(CLI::App& command, TurnChoices& choices) {
  add_repeated(command, "--tool", choices.tools.commands, "TOOL",
               "name='command' carries out a tool that the file declares");
  add_repeated(command, "--mcp", choices.tools.servers, "SERVER",
               "name='command' or name=http://… is an MCP server; a new tool unless the file names it");
  add_seconds(command, "--tool-timeout", choices.tools.timeout_seconds, "How long a call of a tool may take");
  add_with_default(command, "--approve", choices.tools.approve, "HOW", CLI::IsMember({"always", "never", "ask"}),
                   "Calls that need approval: always, never, or ask in the terminal");
  add_with_default(command, "--max-iterations", choices.max_iterations, "N", CLI::Range(1, 1'000'000),
                   "Most requests to the model in one turn");
  CLI::Option* const sequential =
      command.add_flag("--sequential", choices.sequential, "Run the calls of an answer one after the other");
  command
      .add_flag_function(
          "--parallel", [](std::int64_t) {}, "Run them concurrently, the default")
      ->excludes(sequential);
}

void add_turn(CLI::App& app, Choices& choices) {
  CLI::App& turn = add_command(app, "turn", "As run, and execute its tool calls", choices.run.prompt);
  add_sending(turn, choices.run);
  add_tools(turn, choices.turn);
  add_printing(turn, choices.run);
  add_tracing(turn, choices.run.trace);
  turn.footer(
      "A tool's command is run without a shell, with the arguments as JSON on its standard input; its result is what\n"
      "it prints. Calls and results are shown on standard error.\n"
      "Example: prompty turn weather.prompty --tool get_weather='python3 weather.py'");
}

void add_chat(CLI::App& app, Choices& choices) {
  CLI::App& chat = add_command(app, "chat", "Talk with a prompt in the terminal", choices.run.prompt);
  add_sending(chat, choices.run);
  add_tools(chat, choices.turn);
  add_file(chat, "--resume", choices.turn.resumed_file, "Go on with the conversation that /save wrote into this file");
  chat.add_flag("--whole", choices.turn.whole_answers, "Print each answer when it is complete");
  add_tracing(chat, choices.run.trace);
  chat.footer(
      "A tool's command is run without a shell, with the arguments as JSON on its standard input; its result is what\n"
      "it prints. /help lists the commands. Ctrl-C ends a turn, Ctrl-D the conversation.\n"
      "Example: prompty chat weather.prompty --mcp weather='node server.mjs'");
}

void add_subcommands(CLI::App& app, Choices& choices) {
  add_run(app, choices.run);
  add_turn(app, choices);
  add_chat(app, choices);
  add_check(app, choices);
  add_migrate(app, choices.migrate);
  add_load(app, choices);
  add_stage(app, "render", "Print the filled template", choices.run.prompt);
  add_stage(app, "parse", "Print the messages in a rendered text", choices.run.prompt);
  add_stage(app, "prepare", "Print the messages that a prompt makes", choices.run.prompt);
}

constexpr int success_code = 0;
constexpr int failure_code = 1;
constexpr int usage_code = 2;

int perform(std::string const& command, Choices const& choices, Console const& console) {
  std::ostream& out = console.out;
  PromptChoices const& prompt = choices.run.prompt;
  if (command == "check") return check_files(choices.checked_files, prompt, out) ? success_code : failure_code;
  if (command == "migrate") return migrate_files(choices.migrate, console) ? success_code : failure_code;
  if (command == "load") show_agent(prompt, choices.show_secrets ? SecretValues::shown : SecretValues::masked, out);
  if (command == "render") show_rendered(prompt, out);
  if (command == "parse") show_parsed(prompt, out);
  if (command == "prepare") show_messages(prompt, out);
  if (command == "run") run_file(choices.run, out, console.err);
  if (command == "turn") return turn_file(choices.run, choices.turn, console);
  if (command == "chat") return chat_with_file(choices.run, choices.turn, console);
  return success_code;
}

/// An error quotes a wrong argument, and logs keep it.
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

/// Of a first word that no command has as its name, that there is none; "" of other command lines.
std::string unknown_command(CLI::App const& app, std::string const& word) {
  if (word.empty() || word.starts_with('-')) return "";
  std::vector<std::string_view> names;
  for (CLI::App const* const command : app.get_subcommands([](CLI::App const*) { return true; }))
    names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), word) != names.end()) return "";
  std::optional<std::string_view> const meant = spelling::meant(word, names);
  return fmt::format("There is no command {}{}", word, meant ? fmt::format(": did you mean {}?", *meant) : "");
}

int refuse(std::string const& reason, std::ostream& err) {
  err << "prompty: " << reason << "; see prompty --help\n";
  return usage_code;
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
  app.footer(fmt::format(
      "Prompt files mean what the edition {} of the specification says; --edition of a command names another.\n"
      "Example: prompty run hello.prompty",
      edition_name(default_edition)));
  std::string const first = arguments.empty() ? "" : arguments.front();
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  } catch (CLI::ParseError const& problem) {
    if (problem.get_exit_code() == success_code) return app.exit(problem, console.out, console.err);
    std::string const unknown = unknown_command(app, first);
    return refuse(unknown.empty() ? problem.what() : unknown, console.err);
  }
  try {
    return perform(app.get_subcommands().front()->get_name(), choices, console);
  } catch (UsageError const& problem) {
    return refuse(problem.message, console.err);
  } catch (Error const& error) {
    write_error(error, *console.secrets, console.err);
    return failure_code;
  } catch (std::bad_alloc const&) {
    console.err << "prompty: there is not enough memory for this; give it more, or load, send and request less\n";
    return failure_code;
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

#include "cli/subcommands.hpp"

#include <cstddef>
#include <cstdint>

namespace prompty::cli {
namespace subcommands {
namespace {

void add_environment(CLI::App& command, PromptChoices& choices) {
  command.add_option("--env-file", choices.environment_file, "Lines NAME=value for ${env:…}; set variables win")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
}

/// Seconds that something may take. CLI::Range lets nan pass, which waits for no time and for ever.
CLI::Validator a_time_to_wait() {
  auto const problem_of = [](std::string& text) {
    double seconds = 0;
    bool const fits = CLI::detail::lexical_cast(text, seconds) && seconds >= 0.001 && seconds <= 86'400;
    return fits ? std::string() : text + " is no number of seconds from 0.001 to 86400";
  };
  return {problem_of, ""};
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
  CLI::App& load = add_command(app, "load", "Print a loaded prompt file as JSON", choices.run.prompt);
  load.add_flag("--show-secrets", choices.show_secrets, "Print keys and passwords too");
  load.footer("Example: prompty load hello.prompty");
}

void add_check(CLI::App& app, Choices& choices) {
  CLI::App& check = *app.add_subcommand("check", "Print errors and warnings about prompt files");
  check.add_option("FILE", choices.checked_files, "The .prompty files")->required()->check(CLI::ExistingFile);
  add_environment(check, choices.run.prompt);
  check.footer(
      "Exit code 1 when there is an error, 0 when there are only warnings. These are about what has no meaning in the\n"
      "file format, what the provider does not take, and role markers: text that looks like one, values that an input\n"
      "fills without quotes around them, and attributes with reserved names.\nExample: prompty check *.prompty");
}

void add_stage(CLI::App& app, std::string const& name, std::string const& purpose, PromptChoices& choices) {
  CLI::App& stage = add_command(app, name, purpose, choices);
  add_inputs(stage, choices);
  stage.footer("Example: prompty " + name + " hello.prompty --input name=Jane --input count:=3");
}

void add_bytes(CLI::App& command, std::string const& name, std::size_t& bytes, std::string const& purpose) {
  constexpr std::size_t most = std::size_t{1} << 40U;
  command.add_option(name, bytes, purpose)
      ->type_name("BYTES")
      ->check(CLI::Range(std::size_t{1}, most).description(""))
      ->capture_default_str();
}

/// What an answer may cost.
void add_bounds(CLI::App& command, AnswerBounds& bounds) {
  command.add_option("--total-timeout", bounds.total_timeout_seconds, "How long to wait for all of an answer")
      ->type_name("SECONDS")
      ->check(a_time_to_wait())
      ->capture_default_str();
  add_bytes(command, "--max-answer-bytes", bounds.max_answer_bytes, "How large an answer may be, decompressed");
  add_bytes(command, "--max-event-bytes", bounds.max_event_bytes, "How large one event of a stream may be");
  add_bytes(command, "--max-stream-bytes", bounds.max_stream_bytes, "How large a stream may be in all");
}

/// Where the prompt goes, how it is sent, and what is said about it.
void add_sending(CLI::App& command, RunChoices& choices) {
  add_inputs(command, choices.prompt);
  command.add_option("--endpoint", choices.endpoint, "Where to send it, instead of the file's endpoint")
      ->type_name("URL");
  command.add_option("--api-key", choices.api_key, "The key to send, instead of the file's")->type_name("KEY");
  command
      .add_option("--profile", choices.profile,
                  "as-written: the request as specified; live: as providers want it today")
      ->type_name("NAME")
      ->check(CLI::IsMember({"as-written", "live"}).description(""))
      ->capture_default_str();
  command.add_option("--timeout", choices.timeout_seconds, "How long to wait for each piece of the answer")
      ->type_name("SECONDS")
      ->check(a_time_to_wait())
      ->capture_default_str();
  add_bounds(command, choices.bounds);
}

void add_tracing(CLI::App& command, TraceChoices& choices) {
  command.add_option("--trace", choices.folder, "Write a trace, a .tracy file, into this folder")->type_name("DIR");
  command.add_flag("--trace-console", choices.console, "Print spans on standard error as they start and end");
}

void add_run(CLI::App& app, RunChoices& choices) {
  CLI::App& run = add_command(app, "run", "Send a prompt to its model and print the answer", choices.prompt);
  add_sending(run, choices);
  run.add_flag("--json", choices.json, "Print JSON on one line: {\"type\", \"value\"}, or each piece of a stream");
  CLI::Option* const stream = run.add_flag("--stream", choices.stream, "Print the answer as it arrives");
  run.add_flag("--dry-run", choices.dry_run, "Print the request, credentials masked, and send nothing");
  run.add_option("--out", choices.answer_file, "Write the answer, of images their bytes, instead of printing it")
      ->type_name("FILE")
      ->excludes(stream);
  add_tracing(run, choices.trace);
  run.footer("Example: prompty run hello.prompty --endpoint http://127.0.0.1:8080/v1 --input name=Jane");
}

void add_tools(CLI::App& command, TurnChoices& choices) {
  command.add_option("--tool", choices.tools.commands, "name='command' carries out a tool that the file declares")
      ->type_name("TOOL")
      ->allow_extra_args(false);
  command
      .add_option("--mcp", choices.tools.servers,
                  "name='command' or name=http://… is an MCP server; a new tool unless the file names it")
      ->type_name("SERVER")
      ->allow_extra_args(false);
  command.add_option("--tool-timeout", choices.tools.timeout_seconds, "How long a call of a tool may take")
      ->type_name("SECONDS")
      ->check(a_time_to_wait())
      ->capture_default_str();
  command
      .add_option("--approve", choices.tools.approve, "Calls that need approval: always, never, or ask in the terminal")
      ->type_name("HOW")
      ->check(CLI::IsMember({"always", "never", "ask"}).description(""))
      ->capture_default_str();
  command.add_option("--max-iterations", choices.max_iterations, "Most requests to the model in one turn")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->capture_default_str();
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
  turn.add_flag("--json", choices.run.json, "Print JSON on one line: {\"type\", \"value\"}, or each piece of a stream");
  turn.add_flag("--stream", choices.run.stream, "Print the answer as it arrives");
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
  chat.add_option("--resume", choices.turn.resumed_file, "Go on with the conversation that /save wrote into this file")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  chat.add_flag("--whole", choices.turn.whole_answers, "Print each answer when it is complete");
  add_tracing(chat, choices.run.trace);
  chat.footer(
      "A tool's command is run without a shell, with the arguments as JSON on its standard input; its result is what\n"
      "it prints. /help lists the commands. Ctrl-C ends a turn, Ctrl-D the conversation.\n"
      "Example: prompty chat weather.prompty --mcp weather='node server.mjs'");
}

}  // namespace
}  // namespace subcommands

void add_subcommands(CLI::App& app, Choices& choices) {
  subcommands::add_run(app, choices.run);
  subcommands::add_turn(app, choices);
  subcommands::add_chat(app, choices);
  subcommands::add_check(app, choices);
  subcommands::add_load(app, choices);
  subcommands::add_stage(app, "render", "Print the filled template", choices.run.prompt);
  subcommands::add_stage(app, "parse", "Print the messages in a rendered text", choices.run.prompt);
  subcommands::add_stage(app, "prepare", "Print the messages that a prompt makes", choices.run.prompt);
}

}  // namespace prompty::cli

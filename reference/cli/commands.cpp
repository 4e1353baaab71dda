#include "cli/command_line.hpp"

#include <fmt/core.h>

#include "cli/files.hpp"
#include "cli/turn.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::cli {
namespace {

void print_messages(std::vector<Message> const& messages, std::ostream& out) {
  print_lines(json_text::dump_indented(message_codec::write(messages)), out);
}

void show_what_would_be_sent(PromptyAgent const& agent, Json const& inputs, RunChoices const& choices,
                             std::ostream& out) {
  std::shared_ptr<RequestKeeper const> const keeper = std::make_shared<RequestKeeper const>();
  std::unique_ptr<Runtime> const runtime = make_runtime(keeper, profile_of(choices), edition_of(choices.prompt));
  std::vector<Message> const messages = prepare(agent, inputs, *runtime);
  if (choices.stream) {
    static_cast<void>(run_stream(agent, messages, *runtime));
  } else {
    static_cast<void>(execute(agent, messages, *runtime));
  }
  print_request(keeper->kept(), printing_of(choices), *choices.prompt.secrets, out);
}

/// Nothing for a stream, which was printed as it arrived.
std::optional<Outcome> answered(PromptyAgent const& agent, Json const& inputs, RunChoices const& choices,
                                Runtime const& runtime, SpanParent const& parent, std::ostream& out) {
  std::vector<Message> const messages = prepare(agent, inputs, runtime, parent);
  if (!choices.stream) return run(agent, messages, runtime, parent);
  ItemStream items = run_stream(agent, messages, runtime, parent);
  print_stream(items, printing_of(choices), out);
  return std::nullopt;
}

std::vector<Problem> problems_of(std::string const& file, LoadOptions const& options) {
  try {
    return check_prompt(read_file(file), file, options);
  } catch (Error const& error) {
    return {{.place = {.file = file}, .message = error.what()}};
  }
}

std::string counted(std::size_t number, std::string_view thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

/// Asks on the terminal; empty without one.
Consent consent_at(Console const& console) {
  if (console.source != InputSource::terminal) return {};
  return [&interrupts = console.interrupts, secrets = console.secrets](ToolCall const& call) {
    return confirm_call(*terminal_lines(interrupts), call, *secrets);
  };
}

}  // namespace

HttpResponse RequestKeeper::send(HttpRequest const& request) const {
  kept_ = request;
  bool const wants_events = find_header(request.headers, "accept") == "text/event-stream";
  return {.status = 200,
          .headers = {{"Content-Type", wants_events ? "text/event-stream" : "application/json"}},
          .body = wants_events ? "" : "{}"};
}

void print_request(HttpRequest const& request, Printing printing, Secrets const& secrets, std::ostream& out) {
  std::string const url = secrets.masked(request.url);
  Json headers = Json::object();
  for (auto const& [name, value] : request.headers) headers[name] = value;
  headers = secrets.masked_json(with_secrets_masked(std::move(headers)));
  Json const body = secrets.masked_json(json_text::parse(request.body).value_or(request.body));
  if (printing == Printing::json_lines) {
    Json const shown{{"method", request.method}, {"url", url}, {"headers", headers}, {"body", body}};
    return print_lines(json_text::dump(shown), out);
  }
  out << fmt::format("{} {}\n", request.method, url);
  for (auto const& [name, value] : headers.items()) out << fmt::format("{}: {}\n", name, value.get<std::string>());
  out << '\n';
  print_lines(json_text::dump_indented(body), out);
}

void show_agent(PromptChoices const& choices, SecretValues secrets, std::ostream& out) {
  Json agent = agent_codec::to_json(loaded_agent(choices));
  if (secrets == SecretValues::masked) agent = choices.secrets->masked_json(with_secrets_masked(std::move(agent)));
  print_lines(json_text::dump_indented(agent), out);
}

void show_rendered(PromptChoices const& choices, std::ostream& out) {
  PromptyAgent const agent = loaded_agent(choices);
  print_lines(render(agent, given_inputs(agent, choices.inputs)).text, out);
}

void show_parsed(PromptChoices const& choices, std::ostream& out) {
  bool const is_prompt_file = choices.file.ends_with(".prompty") && choices.file != ".prompty";
  if (!is_prompt_file) return print_messages(parse(PromptyAgent{}, {.text = read_file(choices.file)}), out);
  PromptyAgent const agent = loaded_agent(choices);
  print_messages(parse(agent, render(agent, given_inputs(agent, choices.inputs))), out);
}

void show_messages(PromptChoices const& choices, std::ostream& out) {
  PromptyAgent const agent = loaded_agent(choices);
  print_messages(prepare(agent, given_inputs(agent, choices.inputs)), out);
}

void run_file(RunChoices const& choices, std::ostream& out, std::ostream& err) {
  PromptyAgent const agent = agent_to_send(choices, err);
  Json const inputs = given_inputs(agent, choices.prompt.inputs);
  if (choices.dry_run) return show_what_would_be_sent(agent, inputs, choices, out);
  std::unique_ptr<Runtime> const runtime = runtime_for(choices, err);
  std::string const name = name_of_prompt(choices.prompt);
  std::optional<Outcome> const outcome = traced(
      runtime->tracer, {}, {.name = name, .signature = "prompty run"},
      [&] {
        return Json{{"file", choices.prompt.file}, {"inputs", inputs}};
      },
      [&](Span& span) { return answered(agent, inputs, choices, *runtime, span.as_parent(), out); },
      [](std::optional<Outcome> const& shown) { return shown ? outcome_to_json(*shown) : Json(nullptr); });
  if (!outcome) return;
  if (choices.answer_file) return write_outcome(*outcome, *choices.answer_file, printing_of(choices), out);
  print_outcome(*outcome, printing_of(choices), out);
}

bool check_files(std::vector<std::string> const& files, PromptChoices const& choices, std::ostream& out) {
  LoadOptions const options = load_options(choices);
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (std::string const& file : files) {
    for (Problem const& problem : problems_of(file, options)) {
      write_problem(problem, *choices.secrets, out);
      ++(problem.severity == Severity::error ? errors : warnings);
    }
  }
  out << fmt::format("{} checked: {}, {}\n", counted(files.size(), "file"), counted(errors, "error"),
                     counted(warnings, "warning"));
  return errors == 0;
}

int turn_file(RunChoices const& run, TurnChoices const& turn, Console const& console) {
  Interrupts::Listening const listening(console.interrupts);
  std::shared_ptr<TurnContext const> const setting = make_turn_context(run, turn, console.err);
  TurnStart start{.signature = "prompty turn", .consent = consent_at(console)};
  return take_turn(setting, start, console) ? 0 : interrupted_code;
}

int chat_with_file(RunChoices const& run, TurnChoices const& turn, Console const& console) {
  bool const is_typed = console.source == InputSource::terminal;
  std::unique_ptr<LineReader> const lines =
      is_typed ? terminal_lines(console.interrupts) : std::make_unique<StreamLines>(console.in);
  RunChoices choices = run;
  choices.stream = !turn.whole_answers;
  std::shared_ptr<TurnContext const> const setting = make_turn_context(choices, turn, console.err);
  return chat(setting, *lines, console);
}

}  // namespace prompty::cli

#include "cli/commands.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>
#include <utility>

#include "cli/answer_file.hpp"
#include "cli/diagnostics.hpp"
#include "cli/dry_run.hpp"
#include "cli/named_file.hpp"
#include "cli/run_setup.hpp"
#include "cli/secrets.hpp"
#include "cli/show_outcome.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/prompty.hpp"
#include "prompty/trace/traced.hpp"

namespace prompty::cli {
namespace commands {
namespace {

void print(std::vector<Message> const& messages, std::ostream& out) {
  print_lines(json_text::dump_indented(message_codec::write(messages)), out);
}

bool is_prompt_file(std::string_view path) {
  constexpr std::string_view ending = ".prompty";
  return path.size() > ending.size() && path.substr(path.size() - ending.size()) == ending;
}

void show_what_would_be_sent(PromptyAgent const& agent, Json const& inputs, RunChoices const& choices,
                             std::ostream& out) {
  std::shared_ptr<RequestKeeper const> const keeper = std::make_shared<RequestKeeper const>();
  std::unique_ptr<Runtime> const runtime = make_runtime(keeper, profile_of(choices));
  std::vector<Message> const messages = prepare(agent, inputs, *runtime);
  if (choices.stream) {
    static_cast<void>(run_stream(agent, messages, *runtime));
  } else {
    static_cast<void>(execute(agent, messages, *runtime));
  }
  print_request(keeper->kept(), printing_of(choices), *choices.prompt.secrets, out);
}

/// What was printed as it arrived has no outcome.
std::optional<Outcome> answered(PromptyAgent const& agent, Json const& inputs, RunChoices const& choices,
                                Runtime const& runtime, SpanParent const& parent, std::ostream& out) {
  std::vector<Message> const messages = prepare(agent, inputs, runtime, parent);
  if (!choices.stream) return run(agent, messages, runtime, parent);
  ItemStream items = run_stream(agent, messages, runtime, parent);
  print_stream(items, printing_of(choices), out);
  return std::nullopt;
}

Json outcome_shown(std::optional<Outcome> const& outcome) {
  return outcome ? outcome_to_json(*outcome) : Json(nullptr);
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

}  // namespace
}  // namespace commands

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
  if (!commands::is_prompt_file(choices.file)) {
    return commands::print(parse(PromptyAgent{}, {.text = read_file(choices.file)}), out);
  }
  PromptyAgent const agent = loaded_agent(choices);
  commands::print(parse(agent, render(agent, given_inputs(agent, choices.inputs))), out);
}

void show_messages(PromptChoices const& choices, std::ostream& out) {
  PromptyAgent const agent = loaded_agent(choices);
  commands::print(prepare(agent, given_inputs(agent, choices.inputs)), out);
}

void run_file(RunChoices const& choices, std::ostream& out, std::ostream& err) {
  PromptyAgent const agent = with_connection(loaded_agent(choices.prompt), choices);
  Json const inputs = given_inputs(agent, choices.prompt.inputs);
  if (choices.dry_run) return commands::show_what_would_be_sent(agent, inputs, choices, out);
  std::unique_ptr<Runtime> const runtime = runtime_for(choices, err);
  std::string const name = name_of_prompt(choices.prompt);
  std::optional<Outcome> const outcome = traced(
      runtime->tracer, {}, {.name = name, .signature = "prompty run"},
      [&] {
        return Json{{"file", choices.prompt.file}, {"inputs", inputs}};
      },
      [&](Span& span) { return commands::answered(agent, inputs, choices, *runtime, span.as_parent(), out); },
      commands::outcome_shown);
  if (!outcome) return;
  if (choices.answer_file) return write_outcome(*outcome, *choices.answer_file, printing_of(choices), out);
  print_outcome(*outcome, printing_of(choices), out);
}

bool check_files(std::vector<std::string> const& files, PromptChoices const& choices, std::ostream& out) {
  LoadOptions const options = load_options(choices);
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (std::string const& file : files) {
    for (Problem const& problem : commands::problems_of(file, options)) {
      write_problem(problem, *choices.secrets, out);
      ++(problem.severity == Severity::error ? errors : warnings);
    }
  }
  out << fmt::format("{} checked: {}, {}\n", commands::counted(files.size(), "file"),
                     commands::counted(errors, "error"), commands::counted(warnings, "warning"));
  return errors == 0;
}

}  // namespace prompty::cli

#include "cli/commands.hpp"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <utility>

#include "cli/secrets.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/prompty.hpp"

namespace prompty::cli {
namespace {

constexpr char const* openai_endpoint = "https://api.openai.com/v1";

void print(std::string const& text, std::ostream& out) {
  out << text;
  if (text.empty() || text.back() != '\n') out << '\n';
}

void print(Outcome const& outcome, std::ostream& out) {
  match(
      outcome, [&](Text const& text) { print(text.value, out); },
      [&](StructuredValue const& structured) { print(json_text::dump_indented(structured.value), out); },
      [&](std::vector<ToolCall> const&) { print(json_text::dump_indented(outcome_to_json(outcome)["value"]), out); });
}

HttpOptions http_options(RunChoices const& choices) {
  std::chrono::milliseconds const limit =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(choices.timeout_seconds));
  return {.connect_timeout = limit, .read_timeout = limit};
}

Connection replacement(RunChoices const& choices, std::optional<std::string> const& endpoint) {
  if (choices.api_key) return KeyConnection{.endpoint = endpoint, .api_key = choices.api_key};
  return AnonymousConnection{.endpoint = endpoint};
}

Connection changed(Connection const& connection, RunChoices const& choices) {
  return match(
      connection,
      [&](KeyConnection const& key) -> Connection {
        return KeyConnection{.endpoint = choices.endpoint ? choices.endpoint : key.endpoint,
                             .api_key = choices.api_key ? choices.api_key : key.api_key};
      },
      [&](AnonymousConnection const& anonymous) {
        return replacement(choices, choices.endpoint ? choices.endpoint : anonymous.endpoint);
      },
      [&](auto const&) { return replacement(choices, choices.endpoint.value_or(openai_endpoint)); });
}

}  // namespace

void run_file(RunChoices const& choices, std::ostream& out) {
  PromptyAgent const agent = with_connection(load(choices.file), choices);
  std::unique_ptr<Runtime> const runtime = make_runtime(http_options(choices));
  Outcome const outcome = run(agent, prepare(agent, Json::object()), *runtime);
  if (choices.json) return print(json_text::dump(outcome_to_json(outcome)), out);
  print(outcome, out);
}

void show_file(std::string const& file, std::ostream& out) {
  print(json_text::dump_indented(with_secrets_masked(agent_codec::to_json(load(file)))), out);
}

PromptyAgent with_connection(PromptyAgent agent, RunChoices const& choices) {
  if (!choices.endpoint && !choices.api_key) return agent;
  if (!agent.model) agent.model = Model{};
  std::optional<Connection>& connection = agent.model->connection;
  connection =
      connection ? changed(*connection, choices) : replacement(choices, choices.endpoint.value_or(openai_endpoint));
  return agent;
}

std::string printable(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return line;
}

}  // namespace prompty::cli

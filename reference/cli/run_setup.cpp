#include "cli/run_setup.hpp"

#include <ostream>

#include "cli/errors.hpp"
#include "cli/files.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/pipeline/trace_export.hpp"
#include "prompty/prompty.hpp"
#include "prompty/trace/back_ends.hpp"

namespace prompty::cli {
namespace {

constexpr std::string_view environment_blanks = " \t\r";

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// A line of an environment file that is not blank.
class EnvironmentLine {
 public:
  EnvironmentLine(std::string_view line, Place place) : line_(line), place_(std::move(place)) {}

  std::pair<std::string, std::string> read() {
    skip_blanks();
    std::string_view name = take_name();
    if (name == "export" && !at_end() && environment_blanks.find(line_[at_]) != std::string_view::npos) {
      skip_blanks();
      name = take_name();
    }
    skip_blanks();
    if (name.empty() || (name.front() >= '0' && name.front() <= '9'))
      fail("a name of letters, digits and '_' is missing");
    if (at_end() || line_[at_] != '=') fail("a '=' is missing after the name");
    ++at_;
    skip_blanks();
    return {std::string(name), take_value()};
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ == line_.size(); }

  void skip_blanks() {
    while (!at_end() && environment_blanks.find(line_[at_]) != std::string_view::npos) ++at_;
  }

  std::string_view take_name() {
    std::size_t const begin = at_;
    while (!at_end() && is_name_character(line_[at_])) ++at_;
    return line_.substr(begin, at_ - begin);
  }

  std::string take_value() {
    if (at_end()) return "";
    if (line_[at_] == '"' || line_[at_] == '\'') return take_quoted(line_[at_]);
    std::size_t end = line_.size();
    for (std::size_t at = at_; at < line_.size() && end == line_.size(); ++at) {
      if (line_[at] == '#' && (at == at_ || environment_blanks.find(line_[at - 1]) != std::string_view::npos)) end = at;
    }
    std::string_view const value = line_.substr(at_, end - at_);
    std::size_t const last = value.find_last_not_of(environment_blanks);
    return std::string(last == std::string_view::npos ? "" : value.substr(0, last + 1));
  }

  std::string take_quoted(char quote) {
    std::size_t const begin = at_++;
    std::string value;
    for (; !at_end() && line_[at_] != quote; ++at_) {
      bool const escapes = quote == '"' && line_[at_] == '\\' && at_ + 1 < line_.size();
      value += escapes ? unescaped(line_[++at_]) : std::string(1, line_[at_]);
    }
    if (at_end()) {
      at_ = begin;
      fail("the quote is never closed");
    }
    ++at_;
    demand_end();
    return value;
  }

  [[nodiscard]] static std::string unescaped(char c) {
    if (c == 'n') return "\n";
    if (c == 't') return "\t";
    if (c == '"' || c == '\\' || c == '$') return std::string(1, c);
    return std::string("\\") + c;
  }

  void demand_end() {
    skip_blanks();
    if (!at_end() && line_[at_] != '#') fail("something follows the closing quote");
  }

  [[noreturn]] void fail(std::string_view reason) const {
    Place place = place_;
    place.column = 1 + utf8::length(line_.substr(0, at_));
    throw errors::environment_file_malformed(place, reason);
  }

  std::string_view line_;
  Place place_;
  std::size_t at_ = 0;
};

bool is_blank_or_comment(std::string_view line) {
  std::size_t const first = line.find_first_not_of(environment_blanks);
  return first == std::string_view::npos || line[first] == '#';
}

std::string default_endpoint(PromptyAgent const& agent) {
  bool const is_anthropic = agent.model && agent.model->provider == "anthropic";
  return is_anthropic ? "https://api.anthropic.com" : "https://api.openai.com/v1";
}

Connection replacement(RunChoices const& choices, std::optional<std::string> const& endpoint) {
  if (choices.api_key) return KeyConnection{.endpoint = endpoint, .api_key = choices.api_key};
  return AnonymousConnection{.endpoint = endpoint};
}

Connection changed(Connection const& connection, RunChoices const& choices, std::string const& usual_endpoint) {
  return match(
      connection,
      [&](KeyConnection const& key) -> Connection {
        return KeyConnection{.endpoint = choices.endpoint ? choices.endpoint : key.endpoint,
                             .api_key = choices.api_key ? choices.api_key : key.api_key};
      },
      [&](AnonymousConnection const& anonymous) {
        return replacement(choices, choices.endpoint ? choices.endpoint : anonymous.endpoint);
      },
      [&](auto const&) { return replacement(choices, choices.endpoint.value_or(usual_endpoint)); });
}

std::chrono::milliseconds milliseconds_in(double seconds) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

HttpOptions http_options(RunChoices const& choices) {
  std::chrono::milliseconds const limit = milliseconds_in(choices.timeout_seconds);
  return {.connect_timeout = limit,
          .read_timeout = limit,
          .total_timeout = milliseconds_in(choices.bounds.total_timeout_seconds),
          .max_answer_bytes = choices.bounds.max_answer_bytes,
          .max_event_bytes = choices.bounds.max_event_bytes,
          .max_stream_bytes = choices.bounds.max_stream_bytes};
}

}  // namespace

std::map<std::string, std::string> read_environment_file(std::string_view text, std::string const& file) {
  text = utf8::without_byte_order_mark(text);
  std::map<std::string, std::string> variables;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view const line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
    if (is_blank_or_comment(line)) continue;
    auto [name, value] = EnvironmentLine(line, {.file = file, .line = number}).read();
    variables.insert_or_assign(std::move(name), std::move(value));
  }
  return variables;
}

Environment with_variables(Environment first, std::map<std::string, std::string> variables) {
  return [first = std::move(first), second = fixed_environment(std::move(variables))](std::string const& name) {
    std::optional<std::string> found = first(name);
    return found ? found : second(name);
  };
}

void record_traces(Runtime& runtime, TraceChoices const& choices, std::ostream& err) {
  runtime.tracer.listen(
      [&err](std::string const&, std::string const& problem) { err << "prompty: warning: " << problem << '\n'; });
  if (choices.folder) runtime.tracer.add("tracy", tracy_back_end(*choices.folder));
  if (choices.console) runtime.tracer.add("console", console_back_end(err));
  if (std::optional<TraceExport> const collector = trace_export_of(runtime.environment)) {
    // Short, since the answer has arrived when a trace is sent.
    HttpOptions const options{.connect_timeout = std::chrono::seconds(3),
                              .read_timeout = std::chrono::seconds(3),
                              .total_timeout = std::chrono::seconds(10),
                              .max_answer_bytes = std::size_t{1} << 20U};
    runtime.tracer.add("otlp", otlp_back_end(*collector, std::make_shared<HttpTransport>(options)));
  }
}

LoadOptions load_options(PromptChoices const& choices) {
  LoadOptions options{.secrets = choices.secrets};
  if (!choices.environment_file) return options;
  std::string const text = read_file(*choices.environment_file);
  options.environment = with_variables(process_environment(), read_environment_file(text, *choices.environment_file));
  return options;
}

PromptyAgent loaded_agent(PromptChoices const& choices) {
  return load(choices.file, load_options(choices));
}

PromptyAgent with_connection(PromptyAgent agent, RunChoices const& choices) {
  if (!choices.endpoint && !choices.api_key) return agent;
  if (choices.api_key) choices.prompt.secrets->add(*choices.api_key);
  if (choices.endpoint) choices.prompt.secrets->add_from_urls(*choices.endpoint);
  if (!agent.model) agent.model = Model{};
  std::string const usual_endpoint = default_endpoint(agent);
  std::optional<Connection>& connection = agent.model->connection;
  connection = connection ? changed(*connection, choices, usual_endpoint)
                          : replacement(choices, choices.endpoint.value_or(usual_endpoint));
  return agent;
}

Profile profile_of(RunChoices const& choices) {
  return choices.profile == "live" ? Profile::live : Profile::as_written;
}

Printing printing_of(RunChoices const& choices) {
  return choices.json ? Printing::json_lines : Printing::plain;
}

std::unique_ptr<Runtime> runtime_for(RunChoices const& choices, std::ostream& err) {
  std::unique_ptr<Runtime> runtime = make_runtime(http_options(choices), profile_of(choices));
  runtime->connections->secrets = choices.prompt.secrets;
  runtime->tracer.hide(choices.prompt.secrets);
  record_traces(*runtime, choices.trace, err);
  return runtime;
}

std::string name_of_prompt(PromptChoices const& choices) {
  return std::filesystem::path(choices.file).stem().string();
}

}  // namespace prompty::cli

#include "cli/run_setup.hpp"

#include <chrono>
#include <filesystem>
#include <mutex>
#include <ostream>

#include "cli/errors.hpp"
#include "cli/files.hpp"
#include "prompty/core/match.hpp"

namespace prompty::cli {
namespace {

/// What goes wrong with traces, on whatever thread, written at the end: until then others write to the same stream.
class TraceWarnings {
 public:
  explicit TraceWarnings(std::ostream& err) : err_(err) {}
  TraceWarnings(TraceWarnings const&) = delete;
  TraceWarnings& operator=(TraceWarnings const&) = delete;
  ~TraceWarnings() {
    for (std::string const& problem : problems_) err_ << "prompty: warning: " << problem << '\n';
  }

  void add(std::string const& problem) {
    std::scoped_lock const lock(mutex_);
    problems_.push_back(problem);
  }

 private:
  std::ostream& err_;
  std::mutex mutex_;
  std::vector<std::string> problems_;
};

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

void record_traces(Runtime& runtime, TraceChoices const& choices, std::ostream& err) {
  runtime.tracer.listen([warnings = std::make_shared<TraceWarnings>(err)](
                            std::string const&, std::string const& problem) { warnings->add(problem); });
  if (choices.folder) {
    static_cast<void>(runtime.tracer.add_in_background("tracy", tracy_back_end(*choices.folder)));
  }
  if (choices.console) runtime.tracer.add("console", console_back_end(err));
  static_cast<void>(export_traces(runtime));
}

LoadOptions load_options(PromptChoices const& choices) {
  LoadOptions options{.secrets = choices.secrets};
  std::map<std::string, std::string> variables;
  // P4.1-13: `merge` keeps what is there, so the first file wins.
  for (std::string const& file : choices.environment_files) {
    variables.merge(read_environment_file(read_file(file), file));
  }
  options.environment = with_variables(process_environment(), std::move(variables));
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

#include "cli/run_setup.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/errors.hpp"
#include "cli/files.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/load/prompt_file.hpp"
#include "prompty/load/version1.hpp"
#include "prompty/load/yaml_value.hpp"
#include "prompty/transport/url.hpp"

namespace prompty::cli {
namespace {

/// What goes wrong with traces, on whatever thread, written at the end: until then others write to the same stream.
class TraceWarnings {
 public:
  explicit TraceWarnings(std::ostream& err) : err_(err) {}
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

/// Endpoint and key of the agent's connection, those of the command line in their place. Of a connection that this
/// version cannot use, or without one, the endpoint is the provider's own.
KeyConnection chosen_connection(Model const& model, RunChoices const& choices) {
  bool const is_anthropic = model.provider == "anthropic";
  KeyConnection chosen{.endpoint = is_anthropic ? "https://api.anthropic.com" : "https://api.openai.com/v1"};
  if (model.connection) {
    match(
        *model.connection, [&](KeyConnection const& key) { chosen = key; },
        [&](AnonymousConnection const& anonymous) { chosen.endpoint = anonymous.endpoint; }, [](auto const&) {});
  }
  if (choices.endpoint) chosen.endpoint = choices.endpoint;
  if (choices.api_key) chosen.api_key = choices.api_key;
  return chosen;
}

HttpOptions http_options(RunChoices const& choices) {
  HttpOptions options = choices.limits;
  options.connect_timeout = milliseconds_in(choices.timeout_seconds);
  options.read_timeout = options.connect_timeout;
  options.total_timeout = milliseconds_in(choices.total_timeout_seconds);
  return options;
}

constexpr std::pair<std::string_view, std::string_view> media_types[] = {
    {".png", "image/png"},    {".jpg", "image/jpeg"},      {".jpeg", "image/jpeg"},       {".gif", "image/gif"},
    {".webp", "image/webp"},  {".wav", "audio/wav"},       {".mp3", "audio/mpeg"},        {".flac", "audio/flac"},
    {".ogg", "audio/ogg"},    {".pdf", "application/pdf"}, {".json", "application/json"}, {".txt", "text/plain"},
    {".md", "text/markdown"}, {".csv", "text/csv"}};

std::string_view media_type_of(std::string_view path) {
  std::size_t const dot = path.rfind('.');
  std::string const ending = dot == std::string_view::npos ? "" : utf8::lower_ascii(path.substr(dot));
  for (auto const& [known, media_type] : media_types) {
    if (ending == known) return media_type;
  }
  return "application/octet-stream";
}

Json read_value(PromptyAgent const& agent, std::string const& name, std::string const& text) {
  auto const input = std::find_if(agent.inputs.begin(), agent.inputs.end(), [&](Property const& one) {
    return one.name == name && (one.kind == "image" || one.kind == "file" || one.kind == "audio");
  });
  if (input == agent.inputs.end() || !text.starts_with('@')) return text;
  std::string const path = text.substr(1);
  std::string_view const media_type = media_type_of(path);
  std::string value = base64(read_file(path));
  if (input->kind != "audio") value = fmt::format("data:{};base64,{}", media_type, value);
  return Json{{"kind", input->kind}, {"value", std::move(value)}, {"mediaType", media_type}};
}

void add_input(PromptyAgent const& agent, std::string const& given, Json& values) {
  std::size_t const equals = given.find('=');
  if (equals == std::string::npos || equals == 0 || given.substr(0, equals) == ":") {
    throw UsageError{fmt::format("--input {}: write name=text or name:=JSON", given)};
  }
  if (given[equals - 1] != ':') {
    std::string const name = given.substr(0, equals);
    values[name] = read_value(agent, name, given.substr(equals + 1));
    return;
  }
  std::optional<Json> value = json_text::parse(given.substr(equals + 1));
  if (!value) throw UsageError{fmt::format("--input {}: what follows ':=' is not JSON", given)};
  values[given.substr(0, equals - 1)] = std::move(*value);
}

Json read_values(std::string const& path) {
  std::string const text = read_file(path);
  // JSON is read faster, but YAML's errors have a place.
  if (std::optional<Json> values = json_text::parse(text)) return std::move(*values);
  return yaml::parse(text, {.file = path, .subject = "inputs file"});
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

Edition edition_of(PromptChoices const& choices) {
  return edition_named(choices.edition).value_or(default_edition);
}

LoadOptions load_options(PromptChoices const& choices) {
  LoadOptions options{.secrets = choices.secrets, .edition = edition_of(choices)};
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

PromptyAgent agent_to_send(RunChoices const& choices, std::ostream& err) {
  std::string const& path = choices.prompt.file;
  std::string const name = prompt_file::absolute_name(path);
  PromptFile const file = prompt_file::open(prompt_file::read(name), name);
  if (std::optional<version1::Moved> const moved = version1::model_of_version_1(file.properties)) {
    throw errors::file_of_version_1(path, moved->property_path, prompt_file::key_of(file, moved->property_path));
  }
  for (version1::Moved const& moved : version1::moved_members(file.properties)) {
    if (!moved.property_path.starts_with("model.")) continue;
    err << fmt::format("prompty: warning: {} is of version 1 of the format and is ignored; see prompty check {}\n",
                       moved.property_path, path);
    break;
  }
  return with_connection(loaded_agent(choices.prompt), choices);
}

Json given_inputs(PromptyAgent const& agent, InputChoices const& choices) {
  Json values = choices.file ? read_values(*choices.file) : Json::object();
  if (values.is_null()) values = Json::object();
  if (!values.is_object()) throw errors::inputs_not_a_mapping(values);
  for (std::string const& input : choices.inputs) add_input(agent, input, values);
  return values;
}

PromptyAgent with_connection(PromptyAgent agent, RunChoices const& choices) {
  if (!choices.endpoint && !choices.api_key) return agent;
  if (choices.api_key) choices.prompt.secrets->add(*choices.api_key);
  if (choices.endpoint) choices.prompt.secrets->add_from_urls(*choices.endpoint);
  if (!agent.model) agent.model = Model{};
  std::optional<Connection>& connection = agent.model->connection;
  KeyConnection chosen = chosen_connection(*agent.model, choices);
  bool const has_key = choices.api_key || (connection && std::holds_alternative<KeyConnection>(*connection));
  connection = has_key ? Connection(std::move(chosen)) : AnonymousConnection{.endpoint = std::move(chosen.endpoint)};
  return agent;
}

Profile profile_of(RunChoices const& choices) {
  return choices.profile == "live" ? Profile::live : Profile::as_written;
}

Printing printing_of(RunChoices const& choices) {
  return choices.json ? Printing::json_lines : Printing::plain;
}

std::unique_ptr<Runtime> runtime_for(RunChoices const& choices, std::ostream& err) {
  std::unique_ptr<Runtime> runtime =
      make_runtime(http_options(choices), profile_of(choices), process_environment(), edition_of(choices.prompt));
  runtime->connections->secrets = choices.prompt.secrets;
  runtime->tracer.hide(choices.prompt.secrets);
  record_traces(*runtime, choices.trace, err);
  return runtime;
}

std::string name_of_prompt(PromptChoices const& choices) {
  return std::filesystem::path(choices.file).stem().string();
}

}  // namespace prompty::cli

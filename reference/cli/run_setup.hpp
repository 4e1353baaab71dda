#pragma once

#include "cli/output_text.hpp"
#include "cli/tool_choices.hpp"
#include "prompty/prompty.hpp"

namespace prompty::cli {

/// Where traces go: into files in a folder, as lines to standard error, both, or nowhere.
struct TraceChoices {
  std::optional<std::string> folder = std::nullopt;
  bool console = false;
};

/// Has the runtime record as the choices say, and send its traces to the collector that the runtime's environment names
/// (`trace_export_of`). The console's lines go to `err`, which must outlive the runtime, and so does, when the runtime
/// is gone, a warning about each trace that could not be written or sent.
void record_traces(Runtime& runtime, TraceChoices const& choices, std::ostream& err);

/// What the command line says about the inputs of a prompt.
struct InputChoices {
  /// Each `name=text`, `name:=JSON` or `name=@file`.
  std::vector<std::string> inputs = {};
  /// A JSON or YAML file with a mapping of names to values.
  std::optional<std::string> file = std::nullopt;
};

/// A prompt file, what to fill it with, and the variables that its references may name besides those that are set.
struct PromptChoices {
  std::string file;
  InputChoices inputs = {};
  std::vector<std::string> environment_files = {};
  /// The name of the edition of the specification by which the file is read and sent.
  std::string edition{edition_name(default_edition)};
  /// Takes what is secret in the file, in the variables that it names and on the command line. Never null.
  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>();
};

/// What the command line says about one run.
struct RunChoices {
  PromptChoices prompt;
  std::optional<std::string> endpoint = std::nullopt;
  std::optional<std::string> api_key = std::nullopt;
  std::string profile = default_profile == Profile::live ? "live" : "as-written";
  double timeout_seconds = 120;
  double total_timeout_seconds = 3600;
  HttpOptions limits = {};  ///< of sizes; its timeouts are not used
  bool json = false;
  bool stream = false;
  bool dry_run = false;  ///< nothing is sent; the request is shown
  std::optional<std::string> answer_file = std::nullopt;
  TraceChoices trace = {};
};

/// What the command line says about turns, in which tools are called.
struct TurnChoices {
  ToolChoices tools = {};
  int max_iterations = 10;
  bool sequential = false;     ///< calls of one answer do not overlap
  bool whole_answers = false;  ///< of a chat
  std::optional<std::string> resumed_file = std::nullopt;
};

/// Of that name; the command line takes no other.
[[nodiscard]] Edition edition_of(PromptChoices const& choices);

/// The environment of the process, with the variables of the files of the choices behind it, and the edition.
[[nodiscard]] LoadOptions load_options(PromptChoices const& choices);

/// The agent in the file of the choices. Throws what `load` throws.
[[nodiscard]] PromptyAgent loaded_agent(PromptChoices const& choices);

/// The agent that is to be sent to its model, with the connection of the choices. Throws ValueError for a file in whose
/// model there is version 1 of the format and no provider, before anything else about it, and what `load` throws;
/// warns on `err` of other members of the model that only version 1 gives a meaning.
[[nodiscard]] PromptyAgent agent_to_send(RunChoices const& choices, std::ostream& err);

/// The inputs as a JSON object: those of the file, then those of the command line, of which the later ones count.
/// `name=@file` is the content of a file (a data: URI; base64 for audio), its media type by its ending, for an input of
/// the agent of kind image, file or audio, and else that text. Throws UsageError for an input of another form,
/// ValueError with its place for a file that is neither JSON nor YAML, and what `read_file` throws.
[[nodiscard]] Json given_inputs(PromptyAgent const& agent, InputChoices const& choices);

/// The agent with endpoint and key of the command line in place of its own. Without a connection that this version can
/// use, a key makes one of kind key (at the provider's own address when no endpoint is known) and an endpoint alone an
/// anonymous one.
[[nodiscard]] PromptyAgent with_connection(PromptyAgent agent, RunChoices const& choices);

/// Live unless the choices say as-written.
[[nodiscard]] Profile profile_of(RunChoices const& choices);

[[nodiscard]] Printing printing_of(RunChoices const& choices);

/// A runtime over HTTP with the profile, the edition, the timeouts, the bounds, the traces and the secrets of the
/// choices; see `record_traces` for `err`.
[[nodiscard]] std::unique_ptr<Runtime> runtime_for(RunChoices const& choices, std::ostream& err);

/// "hello" for "prompts/hello.prompty".
[[nodiscard]] std::string name_of_prompt(PromptChoices const& choices);

}  // namespace prompty::cli

#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"

namespace prompty::cli {

/// What the command line says about the inputs of a prompt.
struct InputChoices {
  /// Each `name=text`, `name:=JSON` or `name=@file`.
  std::vector<std::string> inputs = {};
  /// A JSON or YAML file with a mapping of names to values.
  std::optional<std::string> file = std::nullopt;
};

/// The inputs as a JSON object: those of the file, then those of the command line, of which the later ones count.
/// `name=@file` is the content of a file for an input of the agent of kind image, file or audio (a data: URI; base64
/// for audio), of which the media type follows from the ending; for any other input it is that text. Throws UsageError
/// for an input that has none of these forms, ValueError with its place for a file that is neither JSON nor YAML, and
/// what `read_file` throws.
[[nodiscard]] Json given_inputs(PromptyAgent const& agent, InputChoices const& choices);

}  // namespace prompty::cli

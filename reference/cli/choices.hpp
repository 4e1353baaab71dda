#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "cli/given_inputs.hpp"
#include "cli/tool_choices.hpp"
#include "cli/tracing.hpp"
#include "prompty/core/secrets.hpp"
#include "prompty/transport/http_options.hpp"

namespace prompty::cli {

/// A prompt file, what to fill it with, and the variables that its references may name besides those that are set.
struct PromptChoices {
  std::string file;
  InputChoices inputs = {};
  std::optional<std::string> environment_file = std::nullopt;
  /// Takes what is secret in the file, in the variables that it names and on the command line. Never null.
  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>();
};

/// How much and how long an answer may be. The defaults are those of HttpOptions.
struct AnswerBounds {
  double total_timeout_seconds = 3600;
  std::size_t max_answer_bytes = HttpOptions().max_answer_bytes;
  std::size_t max_event_bytes = HttpOptions().max_event_bytes;
  std::size_t max_stream_bytes = HttpOptions().max_stream_bytes;
};

/// What the command line says about one run.
struct RunChoices {
  PromptChoices prompt;
  std::optional<std::string> endpoint = std::nullopt;
  std::optional<std::string> api_key = std::nullopt;
  std::string profile = "live";
  double timeout_seconds = 120;
  AnswerBounds bounds = {};
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

}  // namespace prompty::cli

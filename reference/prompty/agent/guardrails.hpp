#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty {

/// Why something is denied. Nothing allows it, as if there were no guardrail (P13.4-06).
using GuardrailDenial = std::optional<std::string>;

/// What a turn asks before it goes on (§13); one that is not set allows everything.
struct Guardrails {
  /// The whole conversation, before each request.
  std::function<GuardrailDenial(std::vector<Message> const& messages)> input = {};
  /// Each answer of the model; calls of tools are in its metadata under `tool_calls` as chat completions write them.
  std::function<GuardrailDenial(Message const& answer)> output = {};
  /// Each call, with the arguments of the model, bound values not among them.
  std::function<GuardrailDenial(std::string const& name, Json const& arguments)> tool = {};
};

}  // namespace prompty

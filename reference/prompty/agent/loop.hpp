#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "prompty/agent/turn_options.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/nonces.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty {

/// One answer of the model: what it comes to, the provider's response, and the text that came with it where the answer
/// was streamed.
struct ModelAnswer {
  Outcome outcome;
  Json response = nullptr;
  std::string text = {};
};

/// Listeners for an answer while it arrives; each may be left out.
struct AnswerSink {
  /// Each piece of text of a streamed answer.
  std::function<void(std::string const& piece)> text = {};
  /// What the model thought, or a piece of it.
  std::function<void(std::string const& thought)> thinking = {};
};

/// What a call of a tool came to, for the model to read.
struct ToolOutput {
  std::string text;
  bool is_error = false;
};

/// What the loop leaves to others.
struct LoopSteps {
  /// Sends one request with these messages and waits for the answer.
  std::function<ModelAnswer(std::vector<Message> const& messages, AnswerSink const& sink)> ask;
  /// Carries out a call; `arguments` is an object. What it throws becomes the result.
  std::function<ToolOutput(ToolCall const& call, Json const& arguments)> run_tool;
  /// The messages that an answer with calls and their results add to the conversation; see
  /// Executor::format_tool_messages.
  std::function<std::vector<Message>(ModelAnswer const& answer, std::vector<ToolCall> const& calls,
                                     std::vector<std::string> const& results)>
      format;
  NonceSource randomness = system_nonces();
};

/// Asks the model, carries out the calls in its answer, and asks again until an answer has none (§9, §13).
/// Throws RuntimeError when that takes more requests than the options allow or `options.requests` has left,
/// CancelledError, GuardrailError, ValueError for options that allow no request at all, and what `ask`, `format`, the
/// gate and the guardrails throw; each Error carries the conversation so far, see Error::conversation. Whatever is
/// thrown is reported as the last event.
[[nodiscard]] TurnResult run_loop(std::vector<Message> messages, LoopSteps const& steps, TurnOptions const& options);

}  // namespace prompty

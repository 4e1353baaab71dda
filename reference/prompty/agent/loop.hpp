#pragma once

#include "prompty/agent/turn_options.hpp"
#include "prompty/core/error.hpp"

namespace prompty {

/// How much of a budget a conversation takes: code points of the values of all parts and of the metadata as JSON
///
[[nodiscard]] std::size_t characters_in(std::vector<Message> const& messages);

/// A conversation that was made to fit, and how many messages went.
struct Compaction {
  std::vector<Message> messages;
  std::size_t removed = 0;
};

/// The conversation without its oldest messages, as many as have to go to fit into `budget` characters. System messages
/// and the last two others always stay, and results of calls go and stay with their calls. What went is summed
/// up in a message of the user behind the leading system messages.
[[nodiscard]] Compaction compact(std::vector<Message> messages, std::size_t budget);

/// How long to wait before a request that failed with `error` is sent again: what the provider requested, or else 2^n
/// seconds and `jitter` of one more, n being how often it has failed by now, and no longer than a minute. Nothing when
/// it is not to be sent again: the error would come again, or the provider asks for more than a minute.
[[nodiscard]] std::optional<std::chrono::milliseconds> wait_before_retry(Error const& error, int failed_before,
                                                                         double jitter);

/// One answer of the model: its outcome, the provider's response, and the text that came with it where the answer
/// was streamed.
struct ModelAnswer {
  Outcome outcome;
  Json response = nullptr;
  std::string text = {};
};

/// Listeners for an answer while it arrives; each may be left out.
struct AnswerListener {
  /// Each piece of text of a streamed answer.
  std::function<void(std::string const& piece)> text = {};
  /// The reasoning before an answer, or a piece of it.
  std::function<void(std::string const& thought)> thinking = {};
};

/// The result of a call, for the model to read; that of one that failed is a text.
struct ToolOutput {
  ToolResult result;
  bool is_error = false;
};

/// The parts of the loop that depend on provider and tools.
struct LoopSteps {
  /// Sends one request with these messages and waits for the answer.
  std::function<ModelAnswer(std::vector<Message> const& messages, AnswerListener const& sink)> send;
  /// Executes a call; `arguments` is an object. What it throws becomes the result.
  std::function<ToolOutput(ToolCall const& call, Json const& arguments)> run_tool;
  /// The messages that an answer with calls and their results add to the conversation; see
  /// Executor::format_tool_messages.
  std::function<std::vector<Message>(ModelAnswer const& answer, std::vector<ToolCall> const& calls,
                                     std::vector<ToolResult> const& results)>
      format;
  NonceSource randomness = system_nonces();
  /// Whether the requests offer tools. Without any the first answer is the last, whatever it calls.
  bool offers_tools = true;
};

/// Sends requests and executes the calls in their answers until an answer has none (§9, §13). What goes wrong with a
/// call is its result, and so is that it was not run because the turn was cancelled. Throws RuntimeError when
/// that takes more requests than the options allow or `options.requests` has left, CancelledError, GuardrailError,
/// ValueError for options that allow no request at all, and what `send`, `format`, the gate and the guardrails throw;
/// each Error carries the conversation so far, see Error::conversation. Whatever is thrown is reported as the last
/// event.
[[nodiscard]] TurnResult run_loop(std::vector<Message> messages, LoopSteps const& steps, TurnOptions const& options);

}  // namespace prompty

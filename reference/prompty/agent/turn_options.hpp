#pragma once

#include "prompty/agent/events.hpp"
#include "prompty/conversation/tool_batch.hpp"
#include "prompty/registry/tools.hpp"

namespace prompty {

/// The reason for a denial. Nothing allows it, as if there were no guardrail (P13.4-06).
using GuardrailDenial = std::optional<std::string>;

/// Functions of the host that may deny what a turn does next (§13); one that is not set allows everything.
struct Guardrails {
  /// The whole conversation, before each request.
  std::function<GuardrailDenial(std::vector<Message> const& messages)> input = {};
  /// Each answer of the model; calls of tools are in its metadata under `tool_calls` as chat completions write them.
  std::function<GuardrailDenial(Message const& answer)> output = {};
  /// Each call, with the arguments of the model, bound values not among them.
  std::function<GuardrailDenial(std::string const& name, Json const& arguments)> tool = {};
};

/// Messages of a user to a running turn, and to no other (P13.5-06). Thread-safe.
class Steering {
 public:
  /// Joins the conversation as a message of the user when the next iteration begins; what is sent after the last one
  /// stays queued.
  void send(std::string text);

  /// Everything that was sent and not drained, in order; afterwards there is nothing.
  [[nodiscard]] std::vector<std::string> drain();

 private:
  std::mutex mutex_;
  std::vector<std::string> queued_;
};

/// Waits for so long, or until the work is cancelled.
using Sleeper = std::function<void(std::chrono::milliseconds duration, Cancellation const& cancellation)>;

/// Sleeps on the calling thread.
[[nodiscard]] Sleeper system_sleeper();

/// Whether the answers of a model arrive whole, or as they come, with a `token` event for each piece of text.
enum class Delivery : std::uint8_t { whole, streamed };

/// What a streamed turn that offers tools does with the text of an answer in which calls may still follow.
enum class TextBeforeCalls : std::uint8_t {
  shown,      ///< shown as it comes; a `tool_call_start` behind it means that it was not the answer
  held_back,  ///< shown once the answer is complete and has no calls, else never
};

/// How many requests a turn and the prompts that run inside of it may still send. Thread-safe.
class RequestBudget {
 public:
  /// `requests` is how many there are in all.
  explicit RequestBudget(int requests) : left_(requests) {}

  /// Takes one request, unless no more than `kept` are left.
  [[nodiscard]] bool take(int kept) {
    int left = left_.load();
    while (left > kept) {
      if (left_.compare_exchange_weak(left, left - 1)) return true;
    }
    return false;
  }

 private:
  std::atomic<int> left_;
};

/// What a turn may do, and its listeners. All of it is optional.
struct TurnOptions {
  /// How many requests a turn may send, retries not counted and those of prompts inside of it counted; at least 1.
  int max_iterations = 10;
  /// How often one request is sent at most.
  int max_llm_retries = 3;
  /// How many characters a request may carry; see `fit_into`. Without one any number.
  std::optional<std::size_t> context_budget = std::nullopt;
  /// Whether the calls of one answer may overlap.
  conversation::ToolExecution tool_execution = conversation::ToolExecution::parallel;
  Delivery delivery = Delivery::whole;
  /// A turn without tools shows all text as it comes.
  TextBeforeCalls text_before_calls = TextBeforeCalls::shown;
  /// Whether the outcome is the provider's last response as it came, a RawResponse. Answers are then processed only
  /// where a turn with tools has to know their calls, a guardrail their text or a listener their pieces; the last one
  /// is no message of the conversation.
  bool raw = false;
  /// The number of the turn in a conversation, from 1, for the name of its span.
  std::optional<int> number = std::nullopt;
  /// Tools of this turn by the names of their functions; they come before those of the registry. Those that no tool of
  /// the agent declares are offered to the model besides them.
  std::map<std::string, ToolHandler> tools = {};
  Guardrails guardrails = {};
  /// Decides about all calls of an answer before the first of them runs (M5-02). Without one, calls of tools that
  /// require approval are denied, and all others run.
  conversation::Gate gate = {};
  /// May be null.
  std::shared_ptr<Steering> steering = nullptr;
  Cancellation cancellation = {};
  EventSink on_event = {};
  /// Receives what `on_event` throws.
  std::function<void(std::exception_ptr const& failure)> on_callback_failure = {};
  Sleeper sleeper = system_sleeper();
  /// The files of the prompts in whose turns this one runs, outermost first.
  std::vector<std::string> prompts = {};
  /// What is left to the outermost of those turns; null in that one itself.
  std::shared_ptr<RequestBudget> requests = nullptr;
  /// How many turns this one runs in. One request is kept for each, so that its model can still react to the result of
  /// the inner one.
  int enclosing_turns = 0;
};

/// The last answer of a turn; the whole conversation, that answer among it unless it is no text; and how many answers
/// there were.
struct TurnResult {
  Outcome outcome;
  std::vector<Message> messages;
  int iterations = 0;

  bool operator==(TurnResult const&) const;
};

}  // namespace prompty

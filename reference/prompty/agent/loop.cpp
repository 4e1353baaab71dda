#include "prompty/agent/loop.hpp"

#include <fmt/core.h>

#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "prompty/agent/context_window.hpp"
#include "prompty/agent/errors.hpp"
#include "prompty/agent/event_channel.hpp"
#include "prompty/agent/tool_round.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"

namespace prompty {
namespace looping {
namespace {

/// A number below 1 from a nonce, which is hexadecimal digits.
double fraction_of(std::string const& nonce) {
  double fraction = 0;
  double weight = 1;
  for (char const digit : nonce) {
    weight /= 16;
    fraction += weight * (digit <= '9' ? digit - '0' : digit - 'a' + 10);
  }
  return fraction;
}

/// The answer as the conversation keeps it; nothing for what is no text (P9.1-06, A-365).
std::optional<Message> spoken(Outcome const& outcome) {
  if (Text const* const text = std::get_if<Text>(&outcome)) {
    return Message{.role = "assistant", .content = {TextPart{text->value}}};
  }
  if (StructuredValue const* const structured = std::get_if<StructuredValue>(&outcome)) {
    return Message{.role = "assistant", .content = {TextPart{json_text::dump(structured->value)}}};
  }
  return std::nullopt;
}

class Loop {
 public:
  Loop(std::vector<Message> messages, LoopSteps const& steps, TurnOptions const& options)
      : messages_(std::move(messages)), steps_(steps), options_(options), events_(options) {}

  TurnResult run() {
    try {
      // P9.1-07: refused here, before anything is sent.
      if (options_.max_iterations < 1) throw errors::no_iterations(options_.max_iterations);
      if (options_.max_llm_retries < 1) throw errors::no_attempts(options_.max_llm_retries);
      return iterate();
    } catch (Error& error) {
      events_.send_end(std::current_exception());
      // P9.4-03: what was said and done so far goes with the error.
      error.set_conversation(std::move(messages_));
      throw;
    } catch (...) {
      // P13.1-08: what a gate or a guardrail of the host throws is told as well, and reaches the host as it was.
      events_.send_end(std::current_exception());
      throw;
    }
  }

 private:
  TurnResult iterate() {
    // P9.1-04: looked at before each request, so that there is never one too many.
    while (iteration_ < options_.max_iterations) {
      // P9.1-09, P9.4-07: one for each answer; attempts that fail are repeated within `ask`.
      ++iteration_;
      stop_if_cancelled();
      take_request();
      // P13.5-02: the calls of the last answer have their results by now, so nothing can come between them.
      steer();
      trim();
      guard_input();
      stop_if_cancelled();
      ModelAnswer answer = ask();
      std::vector<ToolCall> const* const calls = std::get_if<std::vector<ToolCall>>(&answer.outcome);
      // P9.1-01: an answer without calls is the last one.
      if (calls == nullptr || calls->empty()) return finish(std::move(answer));
      // P9.1-05: even if no answer may follow; otherwise the conversation would end in calls without results.
      carry_out(answer, *calls);
    }
    stop_if_cancelled();
    // P9.1-03: the last answer still had calls.
    throw errors::iterations_exceeded(options_.max_iterations);
  }

  /// P13.2-02: called right before each request, those that are sent again included.
  void stop_if_cancelled() const {
    if (options_.cancellation.is_requested()) throw errors::turn_cancelled();
  }

  void take_request() const {
    if (options_.requests == nullptr || options_.requests->take(options_.turns_around)) return;
    throw errors::shared_iterations_exceeded(options_.max_iterations);
  }

  /// P13.1-05: once for each change, however many messages come or go with it.
  void tell_update() { events_.send(MessagesUpdatedEvent{messages_, iteration_}); }

  void steer() {
    if (options_.steering == nullptr) return;
    std::vector<std::string> const said = options_.steering->drain();
    if (said.empty()) return;
    // P13.5-01, P13.5-03: into the conversation itself, so that every later request has it too.
    for (std::string const& text : said) messages_.push_back({.role = "user", .content = {TextPart{text}}});
    tell_update();
  }

  void trim() {
    if (!options_.context_budget) return;
    std::size_t const characters = characters_in(messages_);
    // P13.3-06: nothing is touched, and nothing told.
    if (characters <= *options_.context_budget) return;
    // P13.3-07: who watches the turn should know that the model no longer sees all of it.
    events_.send(CompactionStartEvent{characters});
    Fitted fitted = fit_into(std::move(messages_), *options_.context_budget);
    messages_ = std::move(fitted.messages);
    events_.send(CompactionCompleteEvent{fitted.removed});
    if (fitted.removed > 0) tell_update();
  }

  void guard_input() const {
    if (!options_.guardrails.input) return;
    // P13.4-01, P13.4-02: asked in every iteration, as results of tools may bring in what is to be kept out.
    if (GuardrailDenial const denial = options_.guardrails.input(messages_)) throw errors::input_denied(*denial);
  }

  /// P13.4-04, A-370: while somebody may still deny the answer nothing of it is shown.
  [[nodiscard]] bool holds_back() const { return static_cast<bool>(options_.guardrails.output); }

  /// P9.6-01, P13.1-06: called while a streamed answer arrives, and never for a whole one.
  void show(std::string const& piece) {
    if (holds_back()) {
      held_back_.push_back(piece);
      stop_if_cancelled();
    } else {
      has_shown_ = true;
      hand_on(piece);
    }
  }

  void hand_on(std::string const& piece) {
    events_.send(TokenEvent{piece});
    // P13.2-05: whoever saw the piece may have had enough.
    stop_if_cancelled();
  }

  ModelAnswer ask_once() {
    held_back_.clear();
    has_shown_ = false;
    AnswerSink sink{.text = [this](std::string const& piece) { show(piece); }};
    if (events_.is_heard()) {
      sink.thinking = [this](std::string const& thought) { events_.send(ThinkingEvent{thought}); };
    }
    // P9.4-01: the same messages at every attempt.
    return steps_.ask(messages_, sink);
  }

  ModelAnswer ask() {
    for (int failed_before = 0;; ++failed_before) {
      std::chrono::milliseconds wait{0};
      try {
        return ask_once();
      } catch (Error const& error) {
        // P9.4-06, A-364: what was shown cannot be taken back, and would come twice.
        // P9.4-02, A-360: the first attempt counts too.
        if (has_shown_ || failed_before + 1 >= options_.max_llm_retries) throw;
        std::optional<std::chrono::milliseconds> const asked =
            wait_before_retry(error, failed_before, fraction_of(steps_.randomness()));
        if (!asked) throw;
        wait = *asked;
        // P9.4-05: told before the wait, which can be long.
        events_.send(StatusEvent{fmt::format(
            "Attempt {} of {} begins in about {} s, since the last one failed: {}", failed_before + 2,
            options_.max_llm_retries, std::chrono::duration_cast<std::chrono::seconds>(wait).count(), error.what())});
      }
      options_.sleeper(wait, options_.cancellation);
      stop_if_cancelled();
    }
  }

  /// P13.4-03: called for answers with calls as well, since the text beside them is kept.
  void guard_output(Message const& answer) const {
    if (GuardrailDenial const denial = options_.guardrails.output(answer)) throw errors::output_denied(*denial);
  }

  /// The answer as `format` puts it, results apart.
  Message calling_message(ModelAnswer const& answer, std::vector<ToolCall> const& calls) const {
    std::vector<Message> formatted = steps_.format(answer, calls, {});
    if (!formatted.empty()) return std::move(formatted.front());
    return {.role = "assistant", .content = {TextPart{answer.text}}};
  }

  void carry_out(ModelAnswer const& answer, std::vector<ToolCall> const& calls) {
    if (options_.guardrails.output) guard_output(calling_message(answer, calls));
    std::vector<std::string> const results = answer_round(calls, steps_, options_, events_);
    // P9.1-02, P9.3-08: the calls as the model wrote them, repaired or not, and then a result for each.
    for (Message& message : steps_.format(answer, calls, results)) messages_.push_back(std::move(message));
    tell_update();
  }

  TurnResult finish(ModelAnswer answer) {
    std::optional<Message> said = spoken(answer.outcome);
    if (options_.guardrails.output && said) guard_output(*said);
    // P13.2-01, A-376: whoever cancelled during the last request has not asked for its answer.
    stop_if_cancelled();
    for (std::string const& piece : held_back_) hand_on(piece);
    if (said) {
      messages_.push_back(std::move(*said));
      tell_update();
    }
    // P13.1-01: sent nowhere else, and nothing follows.
    events_.send(DoneEvent{answer.outcome});
    return {.outcome = std::move(answer.outcome), .messages = std::move(messages_), .iterations = iteration_};
  }

  std::vector<Message> messages_;
  LoopSteps const& steps_;
  TurnOptions const& options_;
  EventChannel events_;
  int iteration_ = 0;
  std::vector<std::string> held_back_;
  bool has_shown_ = false;
};

}  // namespace
}  // namespace looping

TurnResult run_loop(std::vector<Message> messages, LoopSteps const& steps, TurnOptions const& options) {
  return looping::Loop(std::move(messages), steps, options).run();
}

}  // namespace prompty

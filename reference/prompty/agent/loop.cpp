#include "prompty/agent/loop.hpp"

#include <algorithm>
#include <cmath>

#include "prompty/agent/dispatch.hpp"
#include "prompty/agent/errors.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"

namespace prompty {
namespace {

using std::chrono::milliseconds;
namespace tool_failure = conversation::tool_failure;

constexpr milliseconds longest_wait{60'000};
// 2^6 seconds are more than the longest wait.
constexpr int most_doublings = 6;
constexpr std::size_t most_threads = 64;
constexpr std::size_t fewest_kept = 2;
constexpr std::size_t longest_excerpt = 80;
constexpr std::size_t longest_summary = 2000;

bool is_system(Message const& message) {
  return message.role == "system";
}

std::string const& value_of(ContentPart const& part) {
  return match(part, [](auto const& one) -> std::string const& { return one.value; });
}

std::size_t characters_of(Message const& message) {
  std::size_t count = 0;
  for (ContentPart const& part : message.content) count += utf8::length(value_of(part));
  if (!message.metadata.empty()) count += utf8::length(json_text::dump(message.metadata));
  return count;
}

/// The first code points of a text.
std::string start_of(std::string const& text, std::size_t most) {
  std::size_t code_points = 0;
  for (std::size_t index = 0; index < text.size(); ++index) {
    bool const continues = utf8::is_continuation(text[index]);
    if (!continues && code_points++ == most) return text.substr(0, index) + "…";
  }
  return text;
}

std::string excerpt_of(Message const& message) {
  std::string words;
  for (ContentPart const& part : message.content) {
    bool const is_text = std::holds_alternative<TextPart>(part);
    if (!words.empty()) words += ' ';
    words += is_text ? start_of(value_of(part), longest_excerpt) : "(a file)";
  }
  if (message.metadata.contains("tool_calls")) words += words.empty() ? "(called tools)" : " (called tools)";
  return fmt::format("\n{}: {}", message.role, start_of(words, longest_excerpt));
}

/// Where the message at `begin` ends together with the results of its calls, if it is an answer that has some: half of
/// that no provider accepts (P13.3-05).
std::size_t end_of_unit(std::vector<Message> const& messages, std::size_t begin) {
  std::size_t end = begin + 1;
  if (messages[begin].role != "assistant") return end;
  while (end < messages.size() && messages[end].role == "tool") ++end;
  return end;
}

/// May take a quarter of the budget, so that it does not exceed the budget itself.
std::string summary_of(std::string const& excerpts, std::size_t budget) {
  return start_of("[Summary of earlier messages]" + excerpts, std::min(longest_summary, budget / 4));
}

/// P9.4-01, P9.4-04: what may pass with time. A wrong key, say, stays wrong.
bool is_transient(int status) {
  return status == 408 || status == 409 || status == 425 || status == 429 || status >= 500;
}

milliseconds backoff(int failed_before, double jitter) {
  // this failure counts as well.
  double const seconds = std::ldexp(1.0, std::min(failed_before + 1, most_doublings)) + jitter;
  return std::min(milliseconds(static_cast<std::int64_t>(seconds * 1000)), longest_wait);
}

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

ToolOutput failed_call(std::string text) {
  return {.result = ToolResult(std::move(text)), .is_error = true};
}

/// P13.1-04: a call that is denied does not go wrong.
ToolOutput denied_call(std::string text) {
  return {.result = ToolResult(std::move(text))};
}

/// The calls of one answer. Events of calls are sent in the order of the calls, `tool_call_start` and `tool_result`
/// each.
class ToolRound {
 public:
  ToolRound(std::vector<ToolCall> const& calls, LoopSteps const& steps, TurnOptions const& options,
            EventChannel& events)
      : calls_(calls), steps_(steps), options_(options), events_(events), slots_(calls.size()) {}

  /// M5-02: the gate and the tool guardrail decide about all calls before the first of them runs.
  void admit() {
    apply_gate();
    for (std::size_t place = 0; place < calls_.size(); ++place) {
      if (!slots_[place].output) admit(place);
    }
  }

  void run() {
    bool const overlaps =
        options_.tool_execution == conversation::ToolExecution::parallel && std::size_t{1} < admitted_count();
    if (overlaps) return run_in_parallel();
    // P13.1-03, P13.6-03: each call is executed and reported before the next one begins.
    for (std::size_t place = 0; place < calls_.size(); ++place) {
      events_.send(ToolCallStartEvent{calls_[place]});
      execute(place);
      report(place);
    }
  }

  [[nodiscard]] std::vector<ToolResult> results() && {
    std::vector<ToolResult> results;
    results.reserve(slots_.size());
    // P9.2-02, P13.6-01: by place, since ids may repeat and calls may finish in any order.
    for (Slot& slot : slots_) results.push_back(std::move(slot.output->result));
    return results;
  }

 private:
  struct Slot {
    Json arguments = Json::object();
    std::optional<ToolOutput> output = std::nullopt;
  };

  void apply_gate() {
    std::vector<conversation::Denial> const decisions = conversation::decisions_of(options_.gate, calls_);
    for (std::size_t place = 0; place < calls_.size(); ++place) {
      conversation::Denial const& denial = decisions[place];
      if (denial) slots_[place].output = denied_call(tool_failure::denied(calls_[place].name, *denial));
    }
  }

  void admit(std::size_t place) {
    ToolCall const& call = calls_[place];
    Slot& slot = slots_[place];
    // P9.2-01, P9.3-05, P8.7-05: an object for the handler, or else a result that asks the model to write it again.
    match(
        repaired_arguments(call.arguments),
        [&](ReadArguments const& read) {
          slot.arguments = read.arguments;
          if (!read.ignored.empty()) warn_of_repair(call, read.ignored);
        },
        [&](MalformedArguments const& unreadable) {
          slot.output = failed_call(tool_failure::malformed_arguments(call.name, unreadable.reason));
        });
    if (slot.output || !options_.guardrails.tool) return;
    GuardrailDenial const denial = options_.guardrails.tool(call.name, slot.arguments);
    // P13.4-05: a call that has its result already is not run.
    if (denial) slot.output = denied_call(fmt::format("Tool denied by guardrail: {}", *denial));
  }

  /// P9.3-09: the model was misunderstood if this was not what it meant.
  void warn_of_repair(ToolCall const& call, std::string_view ignored) {
    events_.send(
        StatusEvent{fmt::format("Warning: the arguments of a call of '{}' were not JSON as the model wrote "
                                "them; they were read without {}",
                                call.name, ignored)});
  }

  [[nodiscard]] std::size_t admitted_count() const {
    return static_cast<std::size_t>(
        std::count_if(slots_.begin(), slots_.end(), [](Slot const& slot) { return !slot.output; }));
  }

  void execute(std::size_t place) {
    Slot& slot = slots_[place];
    if (slot.output) return;
    std::string const& name = calls_[place].name;
    // P13.2-03, P13.2-04, A-371: not run any more, yet with a result, so that the conversation can be continued.
    if (options_.cancellation.is_requested()) {
      slot.output = failed_call(tool_failure::failed(name, "the turn was cancelled before it ran"));
      return;
    }
    try {
      slot.output = steps_.run_tool(calls_[place], slot.arguments);
    } catch (...) {
      // P9.2-04, P9.2-07, P13.6-02: only this call ends here, not the turn and not the calls beside it.
      slot.output = failed_call(tool_failure::thrown(name));
    }
  }

  void report(std::size_t place) {
    ToolOutput const& output = *slots_[place].output;
    // P13.1-02, P13.1-04, P13.1-11: both events carry the very thing that the model is going to read.
    if (output.is_error) events_.send(ErrorEvent{text(output.result)});
    events_.send(ToolResultEvent{calls_[place], output.result});
  }

  void run_in_parallel() {
    // P13.1-03: which of them begins first is chance, so all starts are reported first, in their order.
    for (ToolCall const& call : calls_) events_.send(ToolCallStartEvent{call});
    std::vector<bool> executed(calls_.size(), false);
    std::size_t reported = 0;
    std::mutex mutex;
    std::size_t const threads = std::min(admitted_count(), most_threads);
    conversation::for_each_concurrently(calls_.size(), threads, [&](std::size_t place) {
      execute(place);
      // a result is reported as soon as those before it are.
      std::scoped_lock const lock(mutex);
      executed[place] = true;
      while (reported < calls_.size() && executed[reported]) report(reported++);
    });
  }

  std::vector<ToolCall> const& calls_;
  LoopSteps const& steps_;
  TurnOptions const& options_;
  EventChannel& events_;
  std::vector<Slot> slots_;
};

/// The answer as the conversation keeps it; nothing for what is not text (P9.1-06, A-365).
std::optional<Message> message_of(Outcome const& outcome) {
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
      // P9.4-03: the conversation so far goes with the error.
      error.set_conversation(std::move(messages_));
      throw;
    } catch (...) {
      // P13.1-08: what a gate or a guardrail of the host throws is reported as well, and reaches the host unchanged.
      events_.send_end(std::current_exception());
      throw;
    }
  }

 private:
  TurnResult iterate() {
    // P9.1-04: checked before each request, so that there is never one too many.
    while (iteration_ < options_.max_iterations) {
      // P9.1-09, P9.4-07: one for each answer; failed attempts are repeated within `request_answer`.
      ++iteration_;
      stop_if_cancelled();
      take_request();
      // P13.5-02, P13.5-05: the calls of the last answer have their results by now, so nothing can come between them.
      steer();
      trim();
      guard_input();
      stop_if_cancelled();
      ModelAnswer answer = request_answer();
      std::vector<ToolCall> const* const calls = std::get_if<std::vector<ToolCall>>(&answer.outcome);
      // P9.1-01, P9.1-10: an answer without calls is the last one, and the only one that gives an outcome. P9.8-03:
      // without tools there is nothing to carry out.
      if (calls == nullptr || calls->empty() || !steps_.offers_tools) return finish(std::move(answer));
      // P9.1-05: even if no answer may follow; otherwise the conversation would end in calls without results.
      execute_calls(answer, *calls);
    }
    stop_if_cancelled();
    // P9.1-03: the last answer still had calls.
    throw errors::iterations_exceeded(options_.max_iterations);
  }

  /// P13.2-02: called right before each request, retries included.
  void stop_if_cancelled() const {
    if (options_.cancellation.is_requested()) throw errors::turn_cancelled();
  }

  void take_request() const {
    if (options_.requests == nullptr || options_.requests->take(options_.enclosing_turns)) return;
    throw errors::shared_iterations_exceeded(options_.max_iterations);
  }

  /// P13.1-05: once for each change, however many messages come or go with it.
  void send_update() { events_.send(MessagesUpdatedEvent{messages_, iteration_}); }

  void steer() {
    if (options_.steering == nullptr) return;
    std::vector<std::string> const texts = options_.steering->drain();
    if (texts.empty()) return;
    // P13.5-01, P13.5-03, P13.5-07: into the conversation itself, as it was sent, so that every later request has it
    // too.
    for (std::string const& text : texts) messages_.push_back(user_message(text));
    send_update();
  }

  /// P13.3-08: called in turns alone.
  void trim() {
    if (!options_.context_budget) return;
    std::size_t const characters = characters_in(messages_);
    // P13.3-06: nothing is touched, and nothing reported.
    if (characters <= *options_.context_budget) return;
    // P13.3-07: the host should know that the model no longer sees all of it.
    events_.send(CompactionStartEvent{characters});
    Compaction fitted = compact(std::move(messages_), *options_.context_budget);
    messages_ = std::move(fitted.messages);
    // P13.3-09: what stays is more than what did not go, since the summary is new.
    events_.send(CompactionCompleteEvent{.removed = fitted.removed, .remaining = messages_.size()});
    if (fitted.removed > 0) send_update();
  }

  void guard_input() const {
    if (!options_.guardrails.input) return;
    // P13.4-01, P13.4-02: in every iteration, as results of tools may bring in what is to be kept out.
    if (GuardrailDenial const denial = options_.guardrails.input(messages_)) throw errors::input_denied(*denial);
  }

  /// Whether nothing of an answer may be shown before it is complete.
  [[nodiscard]] bool holds_back() const {
    // P9.6-05, A-451: only then it is known that no calls follow.
    bool const may_have_calls = steps_.offers_tools && options_.text_before_calls == TextBeforeCalls::held_back;
    // P13.4-04, A-370: the guardrail may still deny it.
    return may_have_calls || options_.guardrails.output;
  }

  /// P9.6-01, P13.1-06: called while a streamed answer arrives, and never for a whole one.
  void receive(std::string const& piece) {
    if (holds_back()) {
      held_back_.push_back(piece);
      stop_if_cancelled();
    } else {
      has_shown_ = true;
      show(piece);
    }
  }

  void show(std::string const& piece) {
    events_.send(TokenEvent{piece});
    // P13.2-05: the listener may have cancelled the turn because of this piece.
    stop_if_cancelled();
  }

  ModelAnswer request_once() {
    held_back_.clear();
    has_shown_ = false;
    AnswerListener sink{.text = [this](std::string const& piece) { receive(piece); }};
    if (events_.has_listener()) {
      sink.thinking = [this](std::string const& thought) { events_.send(ThinkingEvent{thought}); };
    }
    // P9.4-01: the same messages at every attempt.
    return steps_.send(messages_, sink);
  }

  ModelAnswer request_answer() {
    for (int failed_before = 0;; ++failed_before) {
      milliseconds wait{0};
      try {
        return request_once();
      } catch (Error const& error) {
        // P9.4-06, A-364: what was shown cannot be taken back, and would come twice.
        // P9.4-02, A-360: the first attempt counts too.
        if (has_shown_ || failed_before + 1 >= options_.max_llm_retries) throw;
        std::optional<milliseconds> const retry_after =
            wait_before_retry(error, failed_before, fraction_of(steps_.randomness()));
        if (!retry_after) throw;
        wait = *retry_after;
        // P9.4-05: reported before the wait, which can be long.
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

  /// The answer as `format` writes it, without results.
  Message tool_call_message(ModelAnswer const& answer, std::vector<ToolCall> const& calls) const {
    std::vector<Message> formatted = steps_.format(answer, calls, {});
    if (!formatted.empty()) return std::move(formatted.front());
    return {.role = "assistant", .content = {TextPart{answer.text}}};
  }

  void execute_calls(ModelAnswer const& answer, std::vector<ToolCall> const& calls) {
    if (options_.guardrails.output) guard_output(tool_call_message(answer, calls));
    ToolRound round(calls, steps_, options_, events_);
    round.admit();
    round.run();
    // P9.1-02, P9.3-08: the calls as the model wrote them, repaired or not, and then a result for each.
    for (Message& message : steps_.format(answer, calls, std::move(round).results())) {
      messages_.push_back(std::move(message));
    }
    send_update();
  }

  TurnResult finish(ModelAnswer answer) {
    std::optional<Message> message = message_of(answer.outcome);
    if (options_.guardrails.output && message) guard_output(*message);
    // P13.2-01, A-376: a turn that was cancelled during its last request does not give its answer.
    stop_if_cancelled();
    for (std::string const& piece : held_back_) show(piece);
    // P9.8-02: what the provider said, as it said it; a message would be made of the processed answer.
    if (options_.raw) return end(RawResponse{.value = std::move(answer.response)});
    if (message) {
      messages_.push_back(std::move(*message));
      send_update();
    }
    return end(std::move(answer.outcome));
  }

  TurnResult end(Outcome outcome) {
    // P13.1-01: sent nowhere else, and nothing follows.
    events_.send(DoneEvent{outcome});
    return {.outcome = std::move(outcome), .messages = std::move(messages_), .iterations = iteration_};
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

std::size_t characters_in(std::vector<Message> const& messages) {
  std::size_t count = 0;
  for (Message const& message : messages) count += characters_of(message);
  return count;
}

Compaction compact(std::vector<Message> messages, std::size_t budget) {
  std::size_t characters = characters_in(messages);
  std::ptrdiff_t const system = std::count_if(messages.begin(), messages.end(), is_system);
  std::size_t others = messages.size() - static_cast<std::size_t>(system);
  std::size_t removed = 0;
  std::string excerpts;
  auto const fits = [&] {
    std::size_t const added = removed > 0 ? utf8::length(summary_of(excerpts, budget)) : 0;
    return characters + added <= budget;
  };
  // P13.3-01: from the oldest on, and no more than have to go.
  std::size_t next = 0;
  while (next < messages.size() && !fits()) {
    // P13.3-02: instructions hold for as long as the conversation does.
    if (is_system(messages[next])) {
      ++next;
      continue;
    }
    std::size_t const end = end_of_unit(messages, next);
    // P13.3-03: too long is still better than nothing left to answer.
    if (others - (end - next) < fewest_kept) break;
    for (; next < end; ++next, --others, ++removed) {
      characters -= characters_of(messages[next]);
      if (excerpts.size() < longest_summary) excerpts += excerpt_of(messages[next]);
    }
  }
  if (removed == 0) return {.messages = std::move(messages)};
  std::vector<Message>::iterator const kept = messages.begin() + static_cast<std::ptrdiff_t>(next);
  messages.erase(std::remove_if(messages.begin(), kept, std::not_fn(is_system)), kept);
  // P13.3-04: in the place of what was removed, behind the instructions.
  messages.insert(std::find_if_not(messages.begin(), messages.end(), is_system),
                  user_message(summary_of(excerpts, budget)));
  return {.messages = std::move(messages), .removed = removed};
}

std::optional<milliseconds> wait_before_retry(Error const& error, int failed_before, double jitter) {
  ExecuteError const* const refusal = dynamic_cast<ExecuteError const*>(&error);
  if (refusal == nullptr) {
    // P9.4-01, P9.4-04: an answer that was cut off may come whole; one that cannot be processed would be the same.
    bool const may_pass = error.kind() == "ConnectionError" && dynamic_cast<AnswerLimitError const*>(&error) == nullptr;
    return may_pass ? std::optional(backoff(failed_before, jitter)) : std::nullopt;
  }
  if (!is_transient(refusal->status())) return std::nullopt;
  // P9.4-08: the provider knows best when it is available again.
  if (!refusal->retry_after()) return backoff(failed_before, jitter);
  if (*refusal->retry_after() > longest_wait) return std::nullopt;
  return std::max(*refusal->retry_after(), milliseconds::zero());
}

TurnResult run_loop(std::vector<Message> messages, LoopSteps const& steps, TurnOptions const& options) {
  return Loop(std::move(messages), steps, options).run();
}

}  // namespace prompty

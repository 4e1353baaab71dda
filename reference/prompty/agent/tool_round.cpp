#include "prompty/agent/tool_round.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <future>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>

#include "prompty/agent/argument_repair.hpp"
#include "prompty/conversation/tool_failure.hpp"
#include "prompty/core/match.hpp"

namespace prompty {
namespace tool_round {
namespace {

namespace failure = conversation::tool_failure;

constexpr std::size_t most_threads = 64;

enum class Gone { well, wrong };

/// The state of one call: its arguments until it ran, and its result from then on.
struct Slot {
  Json arguments = Json::object();
  std::optional<std::string> result = std::nullopt;
  Gone gone = Gone::well;
};

class Round {
 public:
  Round(std::vector<ToolCall> const& calls, LoopSteps const& steps, TurnOptions const& options, EventChannel& events)
      : calls_(calls), steps_(steps), options_(options), events_(events), slots_(calls.size()) {}

  void admit() {
    if (options_.gate) ask_gate();
    for (std::size_t place = 0; place < calls_.size(); ++place) {
      if (!slots_[place].result) admit(place);
    }
  }

  void run() {
    bool const overlaps =
        options_.tool_execution == conversation::ToolExecution::parallel && std::size_t{1} < waiting_count();
    if (overlaps) return run_at_once();
    // P13.1-03, P13.6-03: each call is done, and told of, before the next one begins.
    for (std::size_t place = 0; place < calls_.size(); ++place) {
      events_.send(ToolCallStartEvent{calls_[place]});
      fill(place);
      announce(place);
    }
  }

  [[nodiscard]] std::vector<std::string> results() && {
    std::vector<std::string> results;
    results.reserve(slots_.size());
    // P9.2-02, P13.6-01: by place, since ids may repeat and calls may finish in any order.
    for (Slot& slot : slots_) results.push_back(std::move(*slot.result));
    return results;
  }

 private:
  void ask_gate() {
    std::vector<conversation::Denial> const answers = options_.gate(calls_);
    for (std::size_t place = 0; place < calls_.size(); ++place) {
      conversation::Denial const denial =
          place < answers.size() ? answers[place] : conversation::Denial("the approval gate gave no decision about it");
      if (denial) slots_[place].result = failure::denied(calls_[place].name, *denial);
    }
  }

  void admit(std::size_t place) {
    ToolCall const& call = calls_[place];
    Slot& slot = slots_[place];
    // P8.7-05: tools get the value; a text that cannot be read goes back to the model.
    match(
        // P9.2-01, P9.3-05: an object for the handler, or else a result that asks the model to write it again.
        repaired_arguments(call.arguments), [&](Json const& arguments) { slot.arguments = arguments; },
        [&](Unreadable const& unreadable) {
          go_wrong(slot, failure::malformed_arguments(call.name, unreadable.reason));
        });
    if (slot.result || !options_.guardrails.tool) return;
    GuardrailDenial const denial = options_.guardrails.tool(call.name, slot.arguments);
    // P13.4-05: a call that has its result already is not run.
    if (denial) slot.result = fmt::format("Tool denied by guardrail: {}", *denial);
  }

  static void go_wrong(Slot& slot, std::string result) {
    slot.result = std::move(result);
    slot.gone = Gone::wrong;
  }

  [[nodiscard]] std::size_t waiting_count() const {
    return static_cast<std::size_t>(
        std::count_if(slots_.begin(), slots_.end(), [](Slot const& slot) { return !slot.result; }));
  }

  void fill(std::size_t place) {
    Slot& slot = slots_[place];
    if (slot.result) return;
    std::string const& name = calls_[place].name;
    // P13.2-03, P13.2-04: not run any more, yet answered, so that somebody can go on with the conversation.
    if (options_.cancellation.is_requested()) {
      go_wrong(slot, failure::failed(name, "the turn was cancelled before it ran"));
      return;
    }
    try {
      ToolOutput output = steps_.run_tool(calls_[place], slot.arguments);
      slot.result = std::move(output.text);
      slot.gone = output.is_error ? Gone::wrong : Gone::well;
    } catch (std::exception const& error) {
      // P9.2-04, P13.6-02: only this call ends here, not the turn and not the calls beside it.
      go_wrong(slot, failure::failed(name, error.what()));
    } catch (...) {
      go_wrong(slot, failure::failed(name, "it threw what is no exception"));
    }
  }

  void announce(std::size_t place) {
    Slot const& slot = slots_[place];
    // P13.1-02, P13.1-04: both events carry the very text that the model is going to read.
    if (slot.gone == Gone::wrong) events_.send(ErrorEvent{*slot.result});
    events_.send(ToolResultEvent{calls_[place], *slot.result});
  }

  void run_at_once() {
    // P13.1-03: which of them begins first is chance, so all starts are told first, in their order.
    for (ToolCall const& call : calls_) events_.send(ToolCallStartEvent{call});
    std::atomic<std::size_t> next{0};
    std::vector<bool> filled(calls_.size(), false);
    std::size_t announced = 0;
    std::mutex mutex;
    auto const work = [&] {
      for (std::size_t place = next.fetch_add(1); place < calls_.size(); place = next.fetch_add(1)) {
        fill(place);
        // a result is told as soon as those before it are.
        std::scoped_lock const lock(mutex);
        filled[place] = true;
        while (announced < calls_.size() && filled[announced]) announce(announced++);
      }
    };
    std::vector<std::future<void>> workers;
    std::size_t const others = std::min(waiting_count(), most_threads) - 1;
    try {
      for (std::size_t count = 0; count < others; ++count) workers.push_back(std::async(std::launch::async, work));
    } catch (std::system_error const&) {
      // No more threads to be had: those that run, this one among them, do all of it.
    }
    work();
    for (std::future<void>& worker : workers) worker.get();
  }

  std::vector<ToolCall> const& calls_;
  LoopSteps const& steps_;
  TurnOptions const& options_;
  EventChannel& events_;
  std::vector<Slot> slots_;
};

}  // namespace
}  // namespace tool_round

std::vector<std::string> answer_round(std::vector<ToolCall> const& calls, LoopSteps const& steps,
                                      TurnOptions const& options, EventChannel& events) {
  tool_round::Round round(calls, steps, options, events);
  round.admit();
  round.run();
  return std::move(round).results();
}

}  // namespace prompty

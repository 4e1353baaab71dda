#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "prompty/agent/events.hpp"
#include "prompty/agent/guardrails.hpp"
#include "prompty/agent/retry.hpp"
#include "prompty/agent/steering.hpp"
#include "prompty/conversation/callable_tool.hpp"
#include "prompty/conversation/tool_batch.hpp"
#include "prompty/core/cancellation.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/registry/tools.hpp"

namespace prompty {

/// Whether the answers of a model arrive whole, or as they come, with a `token` event for each piece of the last one.
enum class Delivery : std::uint8_t { whole, streamed };

/// How many requests a turn and the prompts that run inside of it may still send. For many threads at once.
class RequestBudget {
 public:
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
  /// Tools of this turn by the names of their functions; they come before those of the registry.
  std::map<std::string, ToolHandler> tools = {};
  Guardrails guardrails = {};
  /// Is shown all calls of an answer before the first of them runs (M5-02). Without one, calls of tools that want
  /// somebody to agree are denied, and all others run.
  conversation::Gate gate = {};
  /// May be null.
  std::shared_ptr<Steering> steering = nullptr;
  Cancellation cancellation = {};
  EventSink on_event = {};
  /// Told what `on_event` throws.
  std::function<void(std::exception_ptr const& failure)> on_callback_failure = {};
  Sleeper sleeper = system_sleeper();
  /// The files of the prompts in whose turns this one runs, outermost first.
  std::vector<std::string> prompts = {};
  /// What is left to the outermost of those turns; null in that one itself.
  std::shared_ptr<RequestBudget> requests = nullptr;
  /// How many turns this one runs in. One request is kept for each, so that its model can still cope with what became
  /// of the inner one.
  int turns_around = 0;
};

/// What came of a turn: the last answer; the whole conversation, that answer among it unless it is no text; and how
/// many answers there were.
struct TurnResult {
  Outcome outcome;
  std::vector<Message> messages;
  int iterations = 0;

  bool operator==(TurnResult const&) const = default;
};

}  // namespace prompty

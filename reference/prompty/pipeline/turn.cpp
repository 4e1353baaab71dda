#include "prompty/pipeline/turn.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "prompty/agent/event_channel.hpp"
#include "prompty/agent/loop.hpp"
#include "prompty/inputs/inputs.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/pipeline/approval_gate.hpp"
#include "prompty/pipeline/execute_span.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/pipeline/traced_load.hpp"
#include "prompty/pipeline/turn_tools.hpp"
#include "prompty/registry/invokers.hpp"
#include "prompty/trace/trace_value.hpp"
#include "prompty/trace/traced.hpp"

namespace prompty {
namespace turning {
namespace {

constexpr TracedCall turn_call = {.name = "turn", .signature = "prompty.turn"};

/// How one agent's model is asked.
class Asking {
 public:
  /// Throws before anything is sent when there is nobody to ask, or nobody who reads the answer.
  Asking(PromptyAgent const& agent, Delivery delivery, Runtime const& runtime, SpanParent parent)
      : delivery_(delivery),
        runtime_(runtime),
        parent_(std::move(parent)),
        executor_(executor_for(agent, runtime.invokers)),
        processor_(processor_for(agent, runtime.invokers)) {}

  [[nodiscard]] Executor const& executor() const { return *executor_; }

  [[nodiscard]] ModelAnswer ask(PromptyAgent const& agent, std::vector<Message> const& messages,
                                AnswerSink const& sink) const {
    return delivery_ == Delivery::whole ? whole(agent, messages, sink) : streamed(agent, messages, sink);
  }

 private:
  /// P9.6-04: never calls `sink.text`, since there are no pieces.
  [[nodiscard]] ModelAnswer whole(PromptyAgent const& agent, std::vector<Message> const& messages,
                                  AnswerSink const& sink) const {
    Json response = traced_execute(agent, messages, *executor_, runtime_.tracer, parent_);
    // P13.1-07: told before anybody looks at the calls.
    think(agent, response, sink);
    Outcome outcome = process(agent, response, runtime_, parent_);
    return {.outcome = std::move(outcome), .response = std::move(response)};
  }

  [[nodiscard]] ModelAnswer streamed(PromptyAgent const& agent, std::vector<Message> const& messages,
                                     AnswerSink const& sink) const {
    std::shared_ptr<PromptyStream> const arriving =
        traced_execute_stream(agent, messages, *executor_, runtime_.tracer, parent_);
    std::shared_ptr<PromptyStream> const chunks = std::make_shared<PromptyStream>([&, arriving] {
      std::optional<Json> chunk = arriving->next();
      if (chunk) think(agent, *chunk, sink);
      return chunk;
    });
    ItemStream items = process_stream(agent, chunks, runtime_, parent_);
    ModelAnswer answer;
    while (std::optional<StreamItem> const item = items.next()) {
      std::string const* const piece = std::get_if<std::string>(&*item);
      // P9.6-02: calls are no text to show; `whole_outcome` gathers them.
      if (piece == nullptr) continue;
      answer.text += *piece;
      sink.text(*piece);
    }
    // P9.6-03: the items of this answer only, not those of the answers before it.
    answer.outcome = whole_outcome(items);
    bool const has_calls = std::holds_alternative<std::vector<ToolCall>>(answer.outcome);
    // P9.5-05: from here on nobody can tell that the answer came in pieces.
    if (has_calls) answer.response = executor_->whole_response(agent, chunks->items());
    return answer;
  }

  void think(PromptyAgent const& agent, Json const& response_or_chunk, AnswerSink const& sink) const {
    if (!sink.thinking) return;
    std::string const thought = executor_->thinking_in(agent, response_or_chunk);
    if (!thought.empty()) sink.thinking(thought);
  }

  Delivery delivery_;
  Runtime const& runtime_;
  SpanParent parent_;
  std::shared_ptr<Executor const> executor_;
  std::shared_ptr<Processor const> processor_;
};

/// P2.9.2-07, A-038: a prompt is known by its file, so that one which calls itself is noticed. A-375: with a budget of
/// their own, ten prompts inside each other could send thousands of requests.
std::shared_ptr<TurnOptions const> within(PromptyAgent const& agent, TurnOptions options) {
  if (agent.origin) options.prompts.push_back(agent.origin->file);
  if (options.requests == nullptr) options.requests = std::make_shared<RequestBudget>(options.max_iterations);
  return std::make_shared<TurnOptions const>(std::move(options));
}

/// where the host decides about no call, those whose tools want somebody to agree are denied. It is said of this
/// turn's own tools, so that turns of children, which take over what the host said, ask about theirs.
TurnOptions with_approval(TurnOptions options, PromptyAgent const& known) {
  if (!options.gate) options.gate = approval_gate(known);
  return options;
}

/// What `step` gives; what it throws is told first. P13.1-08: for all that a turn does before its loop, which tells of
/// its own failures.
template <class Step>
auto told(TurnOptions const& options, Step const& step) {
  try {
    return step();
  } catch (...) {
    EventChannel(options).send_end(std::current_exception());
    throw;
  }
}

Asking asking_for(PromptyAgent const& agent, TurnOptions const& options, Runtime const& runtime, Span const& span) {
  return told(options, [&] { return Asking(agent, options.delivery, runtime, span.as_parent()); });
}

TurnResult go_round(PromptyAgent const& agent, std::vector<Message> conversation, Json const& inputs,
                    TurnOptions const& asked, Asking const& asking, Runtime const& runtime, Span const& span) {
  std::shared_ptr<TurnOptions const> const options = within(agent, asked);
  ChildPrompts const children =
      asking.executor().offers_child_prompts(agent) ? ChildPrompts::offered : ChildPrompts::unknown;
  PromptyAgent const known = told(asked, [&] { return with_discovered_tools(agent, children, *options, runtime); });
  // P12.1-01, P11.2-18, A-032: handlers and bindings get the inputs that the template got.
  Json const completed = told(asked, [&] { return with_defaults(agent, inputs); });
  TurnTools const tools(known, completed, options, runtime, span.as_parent());
  LoopSteps const steps{
      .ask = [&](std::vector<Message> const& messages,
                 AnswerSink const& sink) { return asking.ask(known, messages, sink); },
      .run_tool = [&](ToolCall const& call, Json const& arguments) { return tools.run(call, arguments); },
      .format =
          [&](ModelAnswer const& answer, std::vector<ToolCall> const& calls, std::vector<std::string> const& results) {
            return asking.executor().format_tool_messages(known, answer.response, calls, results, answer.text);
          },
      .randomness = runtime.nonces};
  return run_loop(std::move(conversation), steps, with_approval(*options, known));
}

TurnResult begin(PromptyAgent const& agent, Json const& inputs, TurnOptions const& options, Runtime const& runtime,
                 Span& span) {
  // P9.7-01, P9.7-04: the spans of requests find this one as their parent in `Asking`.
  span.emit("gen_ai.operation.name", "turn");
  Asking const asking = asking_for(agent, options, runtime, span);
  std::vector<Message> messages = told(options, [&] { return prepare(agent, inputs, runtime, span.as_parent()); });
  return go_round(agent, std::move(messages), inputs, options, asking, runtime, span);
}

Json shown(TurnResult const& result) {
  return Json{{"outcome", outcome_to_json(result.outcome)}, {"iterations", result.iterations}};
}

}  // namespace
}  // namespace turning

TurnResult turn(PromptyAgent const& agent, Json const& inputs, TurnOptions const& options, Runtime const& runtime,
                SpanParent const& parent) {
  return traced(
      runtime.tracer, parent, turning::turn_call,
      [&] {
        return Json{{"agent", traced_agent(agent, runtime.tracer)}, {"inputs", inputs}};
      },
      [&](Span& span) { return turning::begin(agent, inputs, options, runtime, span); }, turning::shown);
}

TurnResult turn(std::filesystem::path const& path, Json const& inputs, TurnOptions const& options,
                Runtime const& runtime, SpanParent const& parent) {
  return traced(
      runtime.tracer, parent, turning::turn_call,
      [&] {
        return Json{{"path", trace_value(path)}, {"inputs", inputs}};
      },
      [&](Span& span) {
        PromptyAgent const agent =
            turning::told(options, [&] { return traced_load(path, options.prompts, runtime, span.as_parent()); });
        return turning::begin(agent, inputs, options, runtime, span);
      },
      turning::shown);
}

TurnResult turn_from(PromptyAgent const& agent, std::vector<Message> conversation, Json const& inputs,
                     TurnOptions const& options, Runtime const& runtime, SpanParent const& parent) {
  return traced(
      runtime.tracer, parent, turning::turn_call,
      [&] {
        return Json{{"agent", traced_agent(agent, runtime.tracer)},
                    {"messages", message_codec::write(conversation)},
                    {"inputs", inputs}};
      },
      [&](Span& span) {
        span.emit("gen_ai.operation.name", "turn");
        turning::Asking const asking = turning::asking_for(agent, options, runtime, span);
        return turning::go_round(agent, std::move(conversation), inputs, options, asking, runtime, span);
      },
      turning::shown);
}

std::future<TurnResult> turn_async(PromptyAgent agent, Json inputs, TurnOptions options, Runtime const& runtime,
                                   SpanParent const& parent) {
  return std::async(std::launch::async,
                    [agent = std::move(agent), inputs = std::move(inputs), options = std::move(options), &runtime,
                     parent] { return turn(agent, inputs, options, runtime, parent); });
}

}  // namespace prompty

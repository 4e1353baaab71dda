#include "prompty/pipeline/run.hpp"

#include <algorithm>

#include "prompty/agent/errors.hpp"
#include "prompty/pipeline/offered_tools.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/traced_stages.hpp"
#include "prompty/wire/requests.hpp"

namespace prompty {
namespace {

constexpr TracedCall invoke_call = {.name = "invoke", .signature = "prompty.invoke"};
constexpr TracedCall run_call = {.name = "run", .signature = "prompty.run"};
// P8.0-04: the asynchronous form is recorded under this name as well.
constexpr TracedCall process_call = {.name = "process", .signature = "prompty.process"};

/// Calls `use` with the agent, copied only where the executor needs to know what its tools offer.
template <class Use>
auto with_known_tools(PromptyAgent const& agent, Executor const& executor, Runtime const& runtime, Use const& use) {
  // Of the others the functions are known.
  bool const has_unknown_tools = std::ranges::any_of(agent.tools, [](Tool const& tool) {
    return std::holds_alternative<PromptyTool>(tool.details) || std::holds_alternative<CustomTool>(tool.details);
  });
  return has_unknown_tools && executor.offers_child_prompts(agent) ? use(with_child_and_custom_tools(agent, runtime))
                                                                   : use(agent);
}

Json executed(PromptyAgent const& agent, std::vector<Message> const& messages, Executor const& executor,
              Runtime const& runtime, SpanParent const& parent) {
  return with_known_tools(agent, executor, runtime, [&](PromptyAgent const& known) {
    return traced_execute(known, messages, executor, runtime.tracer, parent);
  });
}

Outcome processed(PromptyAgent const& agent, Json const& response, Processor const& processor, Runtime const& runtime,
                  SpanParent const& parent) {
  return traced(
      runtime.tracer, parent, process_call,
      [&] {
        return Json{{"agent", traced_agent(agent, runtime.tracer)}, {"response", response}};
      },
      [&](Span&) { return processor.process(agent, response); }, outcome_to_json);
}

ItemStream processed_stream(PromptyAgent const& agent, std::shared_ptr<PromptyStream> chunks,
                            Processor const& processor, Runtime const& runtime, SpanParent const& parent) {
  // P3.1-04: without the response, whose chunks are still to come; the span `PromptyStream` shows them (P3.4-01).
  return traced_items(
      runtime.tracer, parent, process_call, [&] { return call_inputs("agent", traced_agent(agent, runtime.tracer)); },
      [&](Span&) { return processor.process_stream(agent, std::move(chunks)); });
}

}  // namespace

Json project_tools(PromptyAgent const& agent, Runtime const& runtime) {
  std::vector<Tool> const tools = with_child_and_custom_tools(agent, runtime).tools;
  return runtime.profile.get() == Profile::live ? live::tools_to_wire(tools, runtime.edition)
                                                : wire::tools_to_wire(tools, runtime.edition);
}

ProviderRequest build_request(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime) {
  std::shared_ptr<Executor const> const executor = executor_for(agent, runtime.invokers);
  return with_known_tools(agent, *executor, runtime,
                          [&](PromptyAgent const& known) { return executor->build_request(known, messages); });
}

Json execute(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime,
             SpanParent const& parent) {
  return executed(agent, messages, *executor_for(agent, runtime.invokers), runtime, parent);
}

Outcome process(PromptyAgent const& agent, Json const& response, Runtime const& runtime, SpanParent const& parent) {
  return processed(agent, response, *processor_for(agent, runtime.invokers), runtime, parent);
}

ItemStream process_stream(PromptyAgent const& agent, std::shared_ptr<PromptyStream> chunks, Runtime const& runtime,
                          SpanParent const& parent) {
  std::shared_ptr<Processor const> const processor = processor_for(agent, runtime.invokers);
  return processed_stream(agent, std::move(chunks), *processor, runtime, parent);
}

Outcome run(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime,
            SpanParent const& parent) {
  // Both are looked up first: a request whose answer cannot be processed must not be sent.
  std::shared_ptr<Executor const> const executor = executor_for(agent, runtime.invokers);
  std::shared_ptr<Processor const> const processor = processor_for(agent, runtime.invokers);
  return traced(
      runtime.tracer, parent, run_call, [&] { return call_inputs(agent, messages, runtime.tracer); },
      [&](Span& span) {
        Json const response = executed(agent, messages, *executor, runtime, span.as_parent());
        // P7.8-02: found by the same provider as the executor, so it reads what that one was answered.
        return processed(agent, response, *processor, runtime, span.as_parent());
      },
      outcome_to_json);
}

ItemStream run_stream(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime,
                      SpanParent const& parent) {
  std::shared_ptr<Executor const> const executor = executor_for(agent, runtime.invokers);
  std::shared_ptr<Processor const> const processor = processor_for(agent, runtime.invokers);
  return traced_items(
      runtime.tracer, parent, run_call, [&] { return call_inputs(agent, messages, runtime.tracer); },
      [&](Span& span) {
        std::shared_ptr<PromptyStream> chunks =
            with_known_tools(agent, *executor, runtime, [&](PromptyAgent const& known) {
              return traced_execute_stream(known, messages, executor, runtime.tracer, span.as_parent());
            });
        return processed_stream(agent, std::move(chunks), *processor, runtime, span.as_parent());
      });
}

std::future<Json> execute_async(PromptyAgent agent, std::vector<Message> messages, Runtime const& runtime,
                                SpanParent const& parent) {
  return std::async(std::launch::async, execute, std::move(agent), std::move(messages), std::cref(runtime), parent);
}

std::future<Outcome> process_async(PromptyAgent agent, Json response, Runtime const& runtime,
                                   SpanParent const& parent) {
  // P8.0-03: the same function on another thread; the future carries what it throws.
  return std::async(std::launch::async, process, std::move(agent), std::move(response), std::cref(runtime), parent);
}

std::future<Outcome> run_async(PromptyAgent agent, std::vector<Message> messages, Runtime const& runtime,
                               SpanParent const& parent) {
  return std::async(std::launch::async, run, std::move(agent), std::move(messages), std::cref(runtime), parent);
}

PromptyAgent load_prompt(std::filesystem::path const& path, Runtime const& runtime, SpanParent const& parent) {
  return traced_load(path, {}, runtime, parent);
}

Outcome invoke(std::filesystem::path const& path, Json const& inputs, Runtime const& runtime,
               SpanParent const& parent) {
  return invoke_child(path, inputs, {.span = parent}, runtime);
}

Outcome invoke(PromptyAgent const& agent, Json const& inputs, Runtime const& runtime, SpanParent const& parent) {
  return traced(
      runtime.tracer, parent, invoke_call, [&] { return call_inputs(agent, inputs, runtime.tracer); },
      [&](Span& span) {
        return run(agent, prepare(agent, inputs, runtime, span.as_parent()), runtime, span.as_parent());
      },
      outcome_to_json);
}

Outcome invoke_child(std::filesystem::path const& path, Json const& inputs, CallSetting const& setting,
                     Runtime const& runtime) {
  return traced(
      runtime.tracer, setting.span, invoke_call, [&] { return call_inputs(path, inputs); },
      [&](Span& span) {
        PromptyAgent const agent = traced_load(path, setting.prompts, runtime, span.as_parent());
        // P13.3-08: all of them are sent, since only a turn has a budget.
        std::vector<Message> const messages = prepare(agent, inputs, runtime, span.as_parent());
        TurnOptions const* const turn = setting.turn.get();
        // as for agentic children, each turn around the child keeps one request so that its model can react.
        if (turn != nullptr && turn->requests != nullptr && !turn->requests->take(turn->enclosing_turns + 1)) {
          throw errors::shared_iterations_exceeded(turn->max_iterations);
        }
        return run(agent, messages, runtime, span.as_parent());
      },
      outcome_to_json);
}

std::future<Outcome> invoke_async(std::filesystem::path path, Json inputs, Runtime const& runtime,
                                  SpanParent const& parent) {
  return std::async(std::launch::async, [path = std::move(path), inputs = std::move(inputs), &runtime, parent] {
    return invoke(path, inputs, runtime, parent);
  });
}

}  // namespace prompty

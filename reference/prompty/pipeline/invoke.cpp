#include "prompty/pipeline/invoke.hpp"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "prompty/agent/errors.hpp"
#include "prompty/agent/turn_options.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/pipeline/traced_load.hpp"
#include "prompty/trace/trace_value.hpp"
#include "prompty/trace/traced.hpp"

namespace prompty {
namespace invocation {
namespace {

constexpr TracedCall invoke_call = {.name = "invoke", .signature = "prompty.invoke"};

/// as in `agentic_child`, each turn around the child keeps one request to cope with what became of it.
void count_request(CallSetting const& setting) {
  TurnOptions const* const turn = setting.turn.get();
  if (turn == nullptr || turn->requests == nullptr || turn->requests->take(turn->turns_around + 1)) return;
  throw errors::shared_iterations_exceeded(turn->max_iterations);
}

}  // namespace
}  // namespace invocation

Outcome invoke(std::filesystem::path const& path, Json const& inputs, Runtime const& runtime,
               SpanParent const& parent) {
  return invoke_child(path, inputs, {.span = parent}, runtime);
}

Outcome invoke_child(std::filesystem::path const& path, Json const& inputs, CallSetting const& setting,
                     Runtime const& runtime) {
  return traced(
      runtime.tracer, setting.span, invocation::invoke_call,
      [&] {
        return Json{{"path", trace_value(path)}, {"inputs", inputs}};
      },
      [&](Span& span) {
        PromptyAgent const agent = traced_load(path, setting.prompts, runtime, span.as_parent());
        std::vector<Message> const messages = prepare(agent, inputs, runtime, span.as_parent());
        invocation::count_request(setting);
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

#include "prompty/pipeline/invoke.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/load/agent_codec.hpp"
#include "prompty/load/load.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/trace/trace_value.hpp"
#include "prompty/trace/traced.hpp"

namespace prompty {
namespace invocation {
namespace {

constexpr TracedCall invoke_call = {.name = "invoke", .signature = "prompty.invoke"};
constexpr TracedCall load_call = {.name = "load", .signature = "prompty.load"};

PromptyAgent loaded(std::filesystem::path const& path, Runtime const& runtime, SpanParent const& parent) {
  return traced(
      runtime.tracer, parent, load_call,
      [&] {
        return Json{{"path", trace_value(path)}};
      },
      [&](Span&) { return load(path, {.environment = runtime.environment}); }, agent_codec::to_json);
}

}  // namespace
}  // namespace invocation

Outcome invoke(std::filesystem::path const& path, Json const& inputs, Runtime const& runtime,
               SpanParent const& parent) {
  return traced(
      runtime.tracer, parent, invocation::invoke_call,
      [&] {
        return Json{{"path", trace_value(path)}, {"inputs", inputs}};
      },
      [&](Span& span) {
        PromptyAgent const agent = invocation::loaded(path, runtime, span.as_parent());
        return run(agent, prepare(agent, inputs, runtime, span.as_parent()), runtime, span.as_parent());
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

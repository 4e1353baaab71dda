#include "prompty/pipeline/invoke.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/pipeline/prepare.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/pipeline/traced_load.hpp"
#include "prompty/trace/trace_value.hpp"
#include "prompty/trace/traced.hpp"

namespace prompty {
namespace invocation {
namespace {

constexpr TracedCall invoke_call = {.name = "invoke", .signature = "prompty.invoke"};

}  // namespace
}  // namespace invocation

Outcome invoke(std::filesystem::path const& path, Json const& inputs, Runtime const& runtime,
               SpanParent const& parent) {
  return invoke_child(path, inputs, {}, runtime, parent);
}

Outcome invoke_child(std::filesystem::path const& path, Json const& inputs, std::vector<std::string> const& callers,
                     Runtime const& runtime, SpanParent const& parent) {
  return traced(
      runtime.tracer, parent, invocation::invoke_call,
      [&] {
        return Json{{"path", trace_value(path)}, {"inputs", inputs}};
      },
      [&](Span& span) {
        PromptyAgent const agent = traced_load(path, callers, runtime, span.as_parent());
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

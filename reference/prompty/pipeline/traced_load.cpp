#include "prompty/pipeline/traced_load.hpp"

#include <nlohmann/json.hpp>

#include "prompty/load/agent_codec.hpp"
#include "prompty/load/load.hpp"
#include "prompty/trace/trace_value.hpp"
#include "prompty/trace/traced.hpp"

namespace prompty {
namespace traced_loading {
namespace {

constexpr TracedCall load_call = {.name = "load", .signature = "prompty.load"};

}  // namespace
}  // namespace traced_loading

PromptyAgent traced_load(std::filesystem::path const& path, std::vector<std::string> const& callers,
                         Runtime const& runtime, SpanParent const& parent) {
  PromptyAgent agent = traced(
      runtime.tracer, parent, traced_loading::load_call,
      [&] {
        return Json{{"path", trace_value(path)}};
      },
      [&](Span&) { return load(path, {.environment = runtime.environment, .secrets = runtime.connections->secrets}); },
      agent_codec::to_json);
  if (agent.origin && !callers.empty())
    agent.origin->outermost_folder = std::filesystem::path(callers.front()).parent_path().string();
  return agent;
}

}  // namespace prompty

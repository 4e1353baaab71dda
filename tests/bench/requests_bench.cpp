#include <benchmark/benchmark.h>

#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "bench/samples.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/prompty.hpp"

namespace bench {
namespace {

/// The typical prompt, with one function from each server that it names.
prompty::PromptyAgent typical_agent() {
  prompty::PromptyAgent agent =
      prompty::load_text("---" + typical_frontmatter() + "---\n" + typical_template(), "bench.prompty");
  for (prompty::Tool& tool : agent.tools) {
    if (!std::holds_alternative<prompty::FunctionTool>(tool.details)) {
      tool.offered = {{.name = tool.name, .description = tool.description, .parameters = {{"type", "object"}}}};
    }
  }
  return agent;
}

std::vector<prompty::Message> typical_messages(prompty::PromptyAgent const& agent) {
  return prompty::prepare(agent, typical_inputs());
}

void dump_request(benchmark::State& state) {
  prompty::PromptyAgent const agent = typical_agent();
  prompty::Json const body = prompty::build_request(agent, typical_messages(agent)).body;
  for (auto _ : state) benchmark::DoNotOptimize(prompty::json_text::dump(body));
}
BENCHMARK(dump_request);

void build_and_dump_request(benchmark::State& state) {
  prompty::PromptyAgent const agent = typical_agent();
  std::vector<prompty::Message> const messages = typical_messages(agent);
  for (auto _ : state) {
    benchmark::DoNotOptimize(prompty::json_text::dump(prompty::build_request(agent, messages).body));
  }
}
BENCHMARK(build_and_dump_request);

}  // namespace
}  // namespace bench

#include <benchmark/benchmark.h>
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <string>

#include "bench/samples.hpp"
#include "jinja/template.hpp"
#include "prompty/prompty.hpp"

namespace bench {
namespace {

void yaml_cpp_parse(benchmark::State& state) {
  std::string const text = typical_frontmatter();
  for (auto _ : state) benchmark::DoNotOptimize(YAML::Load(text));
}
BENCHMARK(yaml_cpp_parse);

void load(benchmark::State& state) {
  std::string const text = "---" + typical_frontmatter() + "---\n" + typical_template();
  for (auto _ : state) benchmark::DoNotOptimize(prompty::load_text(text, "bench.prompty"));
}
BENCHMARK(load);

void render_compiled(benchmark::State& state) {
  jinja::Template const compiled = jinja::Template::compile(typical_template());
  prompty::Json const inputs = typical_inputs();
  for (auto _ : state) benchmark::DoNotOptimize(compiled.render(inputs));
}
BENCHMARK(render_compiled);

void render_uncompiled(benchmark::State& state) {
  std::string const text = typical_template();
  prompty::Json const inputs = typical_inputs();
  for (auto _ : state) benchmark::DoNotOptimize(jinja::Template::compile(text).render(inputs));
}
BENCHMARK(render_uncompiled);

void prepare(benchmark::State& state) {
  prompty::PromptyAgent const agent{.instructions = typical_template()};
  prompty::Json const inputs = typical_inputs();
  for (auto _ : state) benchmark::DoNotOptimize(prompty::prepare(agent, inputs));
}
BENCHMARK(prepare);

// Ten times the size takes ten times as long, when time is linear.

void load_body(benchmark::State& state) {
  std::string const text =
      "---\nname: x\n---\n" + repeated("a line of the body\n", static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(prompty::load_text(text, "bench.prompty"));
}
BENCHMARK(load_body)->Arg(50'000)->Arg(500'000);

void load_long_string(benchmark::State& state) {
  std::string const text =
      "---\nname: \"" + repeated("word ", static_cast<std::size_t>(state.range(0))) + "\"\n---\nbody";
  for (auto _ : state) benchmark::DoNotOptimize(prompty::load_text(text, "bench.prompty"));
}
BENCHMARK(load_long_string)->Arg(20'000)->Arg(200'000);

void load_values(benchmark::State& state) {
  std::string const item =
      "    - id: item\n      count: 12\n      label: The label of an item\n      tags: [a, \"b\"]\n";
  std::string const text =
      "---\nmetadata:\n  items:\n" + repeated(item, static_cast<std::size_t>(state.range(0))) + "---\n";
  for (auto _ : state) benchmark::DoNotOptimize(prompty::load_text(text + "body", "bench.prompty"));
}
BENCHMARK(load_values)->Arg(700)->Arg(7'000);

void parse_markers(benchmark::State& state) {
  prompty::Rendered const rendered{.text = repeated("user:\nx\n", static_cast<std::size_t>(state.range(0)))};
  prompty::PromptyAgent const agent;
  for (auto _ : state) benchmark::DoNotOptimize(prompty::parse(agent, rendered));
}
BENCHMARK(parse_markers)->Arg(10'000)->Arg(100'000);

void parse_attributes(benchmark::State& state) {
  std::string attributes = "k=v";
  for (std::int64_t index = 1; index < state.range(0); ++index) attributes += ",k" + std::to_string(index) + "=v";
  prompty::Rendered const rendered{.text = "user[" + attributes + "]:\nx"};
  prompty::PromptyAgent const agent;
  for (auto _ : state) benchmark::DoNotOptimize(prompty::parse(agent, rendered));
}
BENCHMARK(parse_attributes)->Arg(500)->Arg(5'000);

void render_loop(benchmark::State& state) {
  jinja::Template const compiled = jinja::Template::compile("{% for i in range(n) %}{{ i }} {% endfor %}");
  prompty::Json const inputs{{"n", state.range(0)}};
  for (auto _ : state) benchmark::DoNotOptimize(compiled.render(inputs));
}
BENCHMARK(render_loop)->Arg(1'000)->Arg(10'000);

}  // namespace
}  // namespace bench

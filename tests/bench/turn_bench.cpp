#include <benchmark/benchmark.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "prompty/core/outcome.hpp"
#include "prompty/prompty.hpp"
#include "prompty/wire/requests.hpp"

// What the loop costs beside the requests that it sends: the same calls of executor, processor and tool, without it.
namespace bench::turns {
namespace {

constexpr int rounds = 9;

prompty::Json calling_answer() {
  return prompty::Json::parse(
      R"({"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function",)"
      R"("function":{"name":"f","arguments":"{\"n\":1}"}}]}}]})");
}

prompty::Json last_answer() {
  return prompty::Json::parse(R"({"choices":[{"message":{"role":"assistant","content":"done"}}]})");
}

/// Builds each request and answers at once.
class PromptModel final : public prompty::Executor {
 public:
  [[nodiscard]] prompty::Json execute(prompty::PromptyAgent const& agent,
                                      std::vector<prompty::Message> const& messages) const override {
    benchmark::DoNotOptimize(prompty::live::chat_request(agent, messages).dump());
    return messages.size() < std::size_t{2} * rounds ? calling : last;
  }

  prompty::Json const calling = calling_answer();
  prompty::Json const last = last_answer();
};

struct Setting {
  std::unique_ptr<prompty::Runtime> runtime = prompty::make_runtime();
  prompty::PromptyAgent agent;
  prompty::TurnOptions options;

  Setting() {
    runtime->invokers.executors.add("bench", std::make_shared<PromptModel>());
    runtime->invokers.processors.add("bench", runtime->invokers.processors.find("openai"));
    agent.model = prompty::Model{.id = "m", .provider = "bench"};
    agent.tools = {{.name = "f", .details = prompty::FunctionTool{.parameters = {{.name = "n", .kind = "integer"}}}}};
    options.tools["f"] = {.call = [](prompty::Json const&) { return "result"; }};
  }
};

void turn_of_ten_iterations(benchmark::State& state) {
  Setting const setting;
  std::vector<prompty::Message> const begin = {{.role = "user", .content = {prompty::TextPart{"go"}}}};
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        prompty::turn_from(setting.agent, begin, prompty::Json::object(), setting.options, *setting.runtime));
  }
}
BENCHMARK(turn_of_ten_iterations);

void the_same_requests_without_a_loop(benchmark::State& state) {
  Setting const setting;
  std::vector<prompty::Message> const begin = {{.role = "user", .content = {prompty::TextPart{"go"}}}};
  std::vector<prompty::ToolCall> const calls = {{.id = "c", .name = "f", .arguments = "{\"n\":1}"}};
  std::vector<prompty::Message> round = {prompty::tool_call_message(calls, "")};
  round.push_back(prompty::tool_result_messages(calls, {"result"}).front());
  for (auto _ : state) {
    std::vector<prompty::Message> messages = begin;
    for (int iteration = 0; iteration <= rounds; ++iteration) {
      prompty::Json const response = prompty::execute(setting.agent, messages, *setting.runtime);
      benchmark::DoNotOptimize(prompty::process(setting.agent, response, *setting.runtime));
      messages.insert(messages.end(), round.begin(), round.end());
    }
  }
}
BENCHMARK(the_same_requests_without_a_loop);

}  // namespace
}  // namespace bench::turns

#include "prompty/pipeline/run.hpp"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "prompty/pipeline/child_prompts.hpp"
#include "prompty/wire/tool_projection.hpp"

namespace prompty {
namespace running {
namespace {

bool has_child_prompts(PromptyAgent const& agent) {
  return std::any_of(agent.tools.begin(), agent.tools.end(),
                     [](Tool const& tool) { return std::holds_alternative<PromptyTool>(tool.details); });
}

/// Calls `use` with the agent, copied only where the executor needs to know what child prompts offer.
template <class Use>
auto with_known_tools(PromptyAgent const& agent, Executor const& executor, Runtime const& runtime, Use const& use) {
  bool const unknown = has_child_prompts(agent) && executor.offers_child_prompts(agent);
  return unknown ? use(with_child_prompts(agent, runtime.environment)) : use(agent);
}

Json executed(PromptyAgent const& agent, std::vector<Message> const& messages, Executor const& executor,
              Runtime const& runtime) {
  return with_known_tools(agent, executor, runtime,
                          [&](PromptyAgent const& known) { return executor.execute(known, messages); });
}

}  // namespace
}  // namespace running

Json project_tools(PromptyAgent const& agent, Runtime const& runtime) {
  return wire::tools_to_wire(with_child_prompts(agent, runtime.environment).tools, runtime.profile);
}

ProviderRequest build_request(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime) {
  std::shared_ptr<Executor const> const executor = executor_for(agent, runtime.invokers);
  return running::with_known_tools(agent, *executor, runtime,
                                   [&](PromptyAgent const& known) { return executor->build_request(known, messages); });
}

Json execute(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime) {
  return running::executed(agent, messages, *executor_for(agent, runtime.invokers), runtime);
}

Outcome process(PromptyAgent const& agent, Json const& response, Runtime const& runtime) {
  return processor_for(agent, runtime.invokers)->process(agent, response);
}

ItemStream process_stream(PromptyAgent const& agent, std::shared_ptr<PromptyStream> chunks, Runtime const& runtime) {
  return processor_for(agent, runtime.invokers)->process_stream(agent, std::move(chunks));
}

Outcome run(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime) {
  // Both are looked up first: a request whose answer nobody can read must not be sent.
  std::shared_ptr<Executor const> const executor = executor_for(agent, runtime.invokers);
  std::shared_ptr<Processor const> const processor = processor_for(agent, runtime.invokers);
  return processor->process(agent, running::executed(agent, messages, *executor, runtime));
}

ItemStream run_stream(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime) {
  std::shared_ptr<Executor const> const executor = executor_for(agent, runtime.invokers);
  std::shared_ptr<Processor const> const processor = processor_for(agent, runtime.invokers);
  return processor->process_stream(agent, executor->execute_stream(agent, messages));
}

std::future<Json> execute_async(PromptyAgent agent, std::vector<Message> messages, Runtime const& runtime) {
  return std::async(std::launch::async, [agent = std::move(agent), messages = std::move(messages), &runtime] {
    return execute(agent, messages, runtime);
  });
}

std::future<Outcome> process_async(PromptyAgent agent, Json response, Runtime const& runtime) {
  return std::async(std::launch::async, [agent = std::move(agent), response = std::move(response), &runtime] {
    return process(agent, response, runtime);
  });
}

std::future<Outcome> run_async(PromptyAgent agent, std::vector<Message> messages, Runtime const& runtime) {
  return std::async(std::launch::async, [agent = std::move(agent), messages = std::move(messages), &runtime] {
    return run(agent, messages, runtime);
  });
}

}  // namespace prompty

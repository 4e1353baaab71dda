#include "prompty/pipeline/run.hpp"

#include <memory>
#include <utility>

namespace prompty {

ProviderRequest build_request(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime) {
  return executor_for(agent, runtime.invokers)->build_request(agent, messages);
}

Json execute(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime) {
  return executor_for(agent, runtime.invokers)->execute(agent, messages);
}

Outcome process(PromptyAgent const& agent, Json const& response, Runtime const& runtime) {
  return processor_for(agent, runtime.invokers)->process(agent, response);
}

Outcome run(PromptyAgent const& agent, std::vector<Message> const& messages, Runtime const& runtime) {
  // Both are looked up first: a request whose answer nobody can read must not be sent.
  std::shared_ptr<Executor const> const executor = executor_for(agent, runtime.invokers);
  std::shared_ptr<Processor const> const processor = processor_for(agent, runtime.invokers);
  return processor->process(agent, executor->execute(agent, messages));
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

#include "prompty/registry/invokers.hpp"

#include <string>

#include "prompty/registry/errors.hpp"

namespace prompty {
namespace invoker_lookup {
namespace {

template <class Component>
std::shared_ptr<Component const> demand(Registry<Component> const& registry, std::string_view component,
                                        std::string_view key) {
  // P7.8-03: by the exact key; there are no aliases.
  std::shared_ptr<Component const> found = registry.find(key);
  // P12.2-01: `component` is the word of the message, so that each of the four look-ups hands its own in.
  if (found == nullptr) throw errors::not_registered(component, key);
  return found;
}

std::string provider_of(PromptyAgent const& agent, std::string_view component) {
  // P2.4-04, P7.0-03, A-122: the provider alone decides, and there is no default.
  if (!agent.model || !agent.model->provider) throw errors::provider_not_set(component);
  return *agent.model->provider;
}

}  // namespace
}  // namespace invoker_lookup

std::shared_ptr<Renderer const> get_renderer(Invokers const& invokers, std::string_view key) {
  return invoker_lookup::demand(invokers.renderers, "renderer", key);
}

std::shared_ptr<Parser const> get_parser(Invokers const& invokers, std::string_view key) {
  return invoker_lookup::demand(invokers.parsers, "parser", key);
}

std::shared_ptr<Executor const> get_executor(Invokers const& invokers, std::string_view key) {
  return invoker_lookup::demand(invokers.executors, "executor", key);
}

std::shared_ptr<Processor const> get_processor(Invokers const& invokers, std::string_view key) {
  return invoker_lookup::demand(invokers.processors, "processor", key);
}

std::shared_ptr<Executor const> executor_for(PromptyAgent const& agent, Invokers const& invokers) {
  return get_executor(invokers, invoker_lookup::provider_of(agent, "executor"));
}

std::shared_ptr<Processor const> processor_for(PromptyAgent const& agent, Invokers const& invokers) {
  return get_processor(invokers, invoker_lookup::provider_of(agent, "processor"));
}

}  // namespace prompty

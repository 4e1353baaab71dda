#pragma once

#include <memory>
#include <string_view>

#include "prompty/core/agent.hpp"
#include "prompty/core/protocols.hpp"
#include "prompty/registry/registry.hpp"

namespace prompty {

/// The components that the pipeline finds by key (§11.3) whenever it needs one, so that a host can bring and replace
/// each of them while the program runs (P11.3-01).
struct Invokers {
  Registry<Renderer> renderers;
  Registry<Parser> parsers;
  Registry<Executor> executors;
  Registry<Processor> processors;
};

/// The renderer under `key` (P11.3-02). Throws InvokerError naming component and key when there is none (P11.3-07).
[[nodiscard]] std::shared_ptr<Renderer const> get_renderer(Invokers const& invokers, std::string_view key);

/// The parser under `key` (P11.3-03). Throws InvokerError naming component and key when there is none (P11.3-07).
[[nodiscard]] std::shared_ptr<Parser const> get_parser(Invokers const& invokers, std::string_view key);

/// The executor under `key` (P11.3-04). Throws InvokerError naming component and key when there is none (P11.3-07).
[[nodiscard]] std::shared_ptr<Executor const> get_executor(Invokers const& invokers, std::string_view key);

/// The processor under `key` (P11.3-05). Throws InvokerError naming component and key when there is none (P11.3-07).
[[nodiscard]] std::shared_ptr<Processor const> get_processor(Invokers const& invokers, std::string_view key);

/// The executor for the agent's provider (P11.3-10). Throws InvokerError when the agent has none or it is not
/// registered.
[[nodiscard]] std::shared_ptr<Executor const> executor_for(PromptyAgent const& agent, Invokers const& invokers);

/// The processor for the agent's provider (P11.3-11). Throws InvokerError when the agent has none or it is not
/// registered.
[[nodiscard]] std::shared_ptr<Processor const> processor_for(PromptyAgent const& agent, Invokers const& invokers);

}  // namespace prompty

#pragma once

#include <future>
#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/protocols.hpp"
#include "prompty/pipeline/runtimes.hpp"
#include "prompty/registry/runtime.hpp"

namespace prompty {

// Executor and processor are found by `agent.model.provider`; each function throws InvokerError when there is none, and
// otherwise what they throw. The runtime of an `_async` function must outlive its future.

/// The request that `execute` would send.
[[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent, std::vector<Message> const& messages,
                                            Runtime const& runtime = global_runtime());

/// The provider's response to exactly one request.
[[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages,
                           Runtime const& runtime = global_runtime());

/// What the provider's response means.
[[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response,
                              Runtime const& runtime = global_runtime());

/// `execute`, then `process` (P8.0-01).
[[nodiscard]] Outcome run(PromptyAgent const& agent, std::vector<Message> const& messages,
                          Runtime const& runtime = global_runtime());

[[nodiscard]] std::future<Json> execute_async(PromptyAgent agent, std::vector<Message> messages,
                                              Runtime const& runtime = global_runtime());

[[nodiscard]] std::future<Outcome> process_async(PromptyAgent agent, Json response,
                                                 Runtime const& runtime = global_runtime());

[[nodiscard]] std::future<Outcome> run_async(PromptyAgent agent, std::vector<Message> messages,
                                             Runtime const& runtime = global_runtime());

}  // namespace prompty

#pragma once

#include <future>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty {

/// One request to a provider, without the place it goes to: `path` is relative to the endpoint ("/chat/completions");
/// `headers` are those that the request needs besides authentication.
struct ProviderRequest {
  std::string method;
  std::string path;
  std::vector<std::pair<std::string, std::string>> headers = {};
  Json body;

  bool operator==(ProviderRequest const&) const = default;
};

/// Calls a provider. Implementations are shared between threads.
class Executor {
 public:
  virtual ~Executor() = default;

  /// The provider's response to exactly one request. Throws what goes wrong on the way; see error.hpp for which.
  [[nodiscard]] virtual Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const = 0;

  /// As `execute`, on another thread. The executor must outlive the future.
  [[nodiscard]] virtual std::future<Json> execute_async(PromptyAgent agent, std::vector<Message> messages) const;

  /// The request that `execute` would send. Throws NotImplementedError when the executor does not show its requests.
  [[nodiscard]] virtual ProviderRequest build_request(PromptyAgent const& agent,
                                                      std::vector<Message> const& messages) const;
};

/// Extracts the outcome from a provider's response. Implementations are shared between threads.
class Processor {
 public:
  virtual ~Processor() = default;

  /// The outcome that `response` holds for `agent`. Throws ValueError when the response has another shape.
  [[nodiscard]] virtual Outcome process(PromptyAgent const& agent, Json const& response) const = 0;

  /// As `process`, on another thread. The processor must outlive the future.
  [[nodiscard]] virtual std::future<Outcome> process_async(PromptyAgent agent, Json response) const;
};

}  // namespace prompty

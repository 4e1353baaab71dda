#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "prompty/core/connection.hpp"
#include "prompty/core/secrets.hpp"
#include "prompty/registry/mcp_servers.hpp"
#include "prompty/registry/registry.hpp"

namespace prompty {

class Transport;

/// A way to a provider that a host configures once and that prompts name (§11.1): where requests go and what they
/// carry. A bearer token is sent rather than a key; with neither, nothing is sent that authenticates.
struct Client {
  std::string endpoint;
  std::optional<std::string> api_key = std::nullopt;
  std::optional<std::string> bearer_token = std::nullopt;
  /// What carries the requests; null for that of the executor.
  std::shared_ptr<Transport const> transport = nullptr;

  bool operator==(Client const&) const = default;
};

/// Gives the bearer token for a request over a connection, without the word "Bearer". Called for each request, from
/// many threads at once; what it throws ends the request before anything is sent.
using TokenSource = std::function<std::string(Connection const& connection)>;

/// What prompts do not say about their connections. Shared between threads.
struct Connections {
  /// By the name that a reference connection gives (P11.1-07).
  Registry<Client> clients;
  /// By the kind of the connection: remote, foundry or oauth.
  Registry<TokenSource> token_sources;
  /// By the name that a tool of kind mcp gives as its serverName or by a reference connection.
  Registry<McpServer> mcp_servers;
  /// Takes each key, token and password when it is looked up, so that it is shown nowhere. Never null.
  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>();
};

}  // namespace prompty

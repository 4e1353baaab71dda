#pragma once

#include <chrono>
#include <functional>

#include "prompty/core/agent.hpp"
#include "prompty/registry/registry.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty {

/// A program that speaks MCP on its standard input and output. It is started without a shell, found on PATH when
/// `command` has no slash, and gets what a program needs of this process's environment, and `environment`.
struct StdioServer {
  std::string command;
  std::vector<std::string> arguments = {};
  std::map<std::string, std::string> environment = {};

  bool operator==(StdioServer const&) const = default;
};

/// A server that speaks MCP's streamable HTTP at `endpoint`; `headers` go with each request.
struct HttpServer {
  std::string endpoint;
  std::vector<std::pair<std::string, std::string>> headers = {};

  bool operator==(HttpServer const&) const = default;
};

/// A server of tools, as a host registers it: prompts name it, they cannot start one. `time_limit` is for each
/// request, and for all pages of a list together, as is `max_bytes` for each message; `max_tools` is for what it may
/// offer.
struct McpServer {
  std::variant<StdioServer, HttpServer> reach;
  std::chrono::milliseconds time_limit = std::chrono::seconds(60);
  std::size_t max_bytes = std::size_t{16} * 1024 * 1024;
  std::size_t max_tools = 10'000;

  bool operator==(McpServer const&) const = default;
};

class Transport;

/// A connection that a host configures once and that prompts name (§11.1): endpoint and credentials. A bearer token is
/// sent rather than a key; with neither, requests do not authenticate.
struct Client {
  std::string endpoint;
  std::optional<std::string> api_key = std::nullopt;
  std::optional<std::string> bearer_token = std::nullopt;
  /// Null for the transport of the executor.
  std::shared_ptr<Transport const> transport = nullptr;

  bool operator==(Client const&) const = default;
};

/// Gives the bearer token for a request over a connection, without the word "Bearer". Called for each request, from
/// many threads at once; when it throws, the request fails before anything is sent.
using TokenSource = std::function<std::string(Connection const& connection)>;

/// What prompts do not say about their connections. Shared between threads.
struct Connections {
  /// By the name that a reference connection gives (P11.1-07).
  Registry<Client> clients;
  /// By the kind of the connection: remote, foundry or oauth.
  Registry<TokenSource> token_sources;
  /// By the name that a tool of kind mcp gives as its serverName or by a reference connection.
  Registry<McpServer> mcp_servers;
  /// Each key, token and password is added when it is looked up, so that it is masked everywhere. Never null.
  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>();
};

/// Connections without any entry.
[[nodiscard]] inline std::shared_ptr<Connections> new_connections() {
  return std::make_shared<Connections>();
}

}  // namespace prompty

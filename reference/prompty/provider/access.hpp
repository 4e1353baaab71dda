#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

struct NoCredential {
  bool operator==(NoCredential const&) const = default;
};

struct ApiKey {
  std::string value;

  bool operator==(ApiKey const&) const = default;
};

struct BearerToken {
  std::string value;

  bool operator==(BearerToken const&) const = default;
};

using Credential = std::variant<NoCredential, ApiKey, BearerToken>;

/// Where an agent's requests go and how they are authenticated. `transport` is null for that of the executor.
struct Access {
  std::string endpoint;
  Credential credential = {};
  std::shared_ptr<Transport const> transport = nullptr;

  bool operator==(Access const&) const = default;
};

/// What the agent's connection says, with the client or token that the host has registered where the connection leaves
/// that to it. Throws ValueError when the agent has no connection, its kind is unknown, a field that the kind
/// needs is missing or empty (P2.5-09), or nothing is registered for it, and what a token source throws.
/// What is secret in it goes into the secrets of the connections.
[[nodiscard]] Access access_of(PromptyAgent const& agent, Connections const& connections);

/// Where a provider wants an API key. A bearer token stands in `Authorization` for all of them.
enum class KeyHeader : std::uint8_t { authorization, api_key, x_api_key };

/// The headers that carry the credential; none for no credential.
[[nodiscard]] Headers credential_headers(Credential const& credential, KeyHeader header);

}  // namespace prompty

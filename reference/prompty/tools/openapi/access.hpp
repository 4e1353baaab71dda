#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "prompty/core/connection.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/tools/openapi/operation.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openapi {

enum class Secret : std::uint8_t { key, token };

/// The credentials of a connection.
struct Credential {
  Secret secret;
  std::string value;

  bool operator==(Credential const&) const = default;
};

/// What a tool's connection says. `endpoint` takes the place of the servers of the document; where there is a
/// credential there is one.
struct Access {
  std::optional<std::string> endpoint = std::nullopt;
  std::optional<Credential> credential = std::nullopt;
  std::shared_ptr<Transport const> transport = nullptr;
};

/// The access of the tool named `tool`; none of it without a connection. Throws ValueError for a field that is missing
/// where a credential is to be sent, for a connection or token that is not registered, and for an unknown kind.
[[nodiscard]] Access access_by(std::optional<Connection> const& connection, std::string const& tool,
                               Connections const& connections);

/// Where a credential goes in a request.
struct Proof {
  Headers headers;
  std::vector<std::string> query;    ///< `name=value`, percent-encoded
  std::vector<std::string> cookies;  ///< the same

  bool operator==(Proof const&) const = default;
};

/// The proof by the first alternative of the operation that the credential serves: a key as key, password or bearer
/// token, a token as bearer token. A document that says nothing gets a bearer token; an operation that needs no proof,
/// none. Nothing when no alternative is served.
[[nodiscard]] std::optional<Proof> proof_for(Operation const& operation, std::optional<Credential> const& credential);

}  // namespace prompty::openapi

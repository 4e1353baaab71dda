#pragma once

#include "prompty/registry/connections.hpp"
#include "prompty/tools/openapi/document.hpp"
#include "prompty/tools/openapi/operations.hpp"

namespace prompty::openapi {

/// The first server of a document, path item or operation, with its variables at their defaults; nothing when it has
/// none. Throws ValueError, with the place, for a malformed server and for a variable without default.
[[nodiscard]] std::optional<std::string> read_server(Node const& owner);

/// The URL for requests: `server`, resolved against the URL of the document when it is relative. Throws ValueError when
/// the document came from a file, for then it is unknown.
[[nodiscard]] std::string absolute_server(std::string const& server, std::string const& source);

/// The security requirements of an operation, or those of the document when it has none; nothing when neither has.
/// Throws ValueError, with the place, for a malformed requirement and for an unknown scheme.
[[nodiscard]] std::optional<std::vector<Requirement>> read_security(Node const& operation);

enum class Secret : std::uint8_t { key, token };

/// The credentials of a connection.
struct Credential {
  Secret secret;
  std::string value;

  bool operator==(Credential const&) const = default;
};

/// What a tool's connection resolves to. `endpoint` replaces the servers of the document; it is set whenever there is a
/// credential.
struct Access {
  std::optional<std::string> endpoint = std::nullopt;
  std::optional<Credential> credential = std::nullopt;
  std::shared_ptr<Transport const> transport = nullptr;
};

/// The access of the tool named `tool`; empty without a connection. Throws ValueError for a missing field, for a
/// connection or token source that is not registered, and for an unknown kind.
[[nodiscard]] Access access_by(std::optional<Connection> const& connection, std::string const& tool,
                               Connections const& connections);

/// The parts of a request that carry a credential.
struct Authentication {
  Headers headers;
  std::vector<std::string> query;    ///< `name=value`, percent-encoded
  std::vector<std::string> cookies;  ///< the same

  bool operator==(Authentication const&) const = default;
};

/// The proof for the first alternative of the operation that the credential satisfies: a key as key, password or bearer
/// token, a token as bearer token. Without security in the document it is a bearer token; for an operation without
/// authentication it is empty. Nothing when no alternative is satisfied.
[[nodiscard]] std::optional<Authentication> authentication_for(Operation const& operation,
                                                               std::optional<Credential> const& credential);

}  // namespace prompty::openapi

#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>

#include "prompty/core/json.hpp"

namespace prompty {

// Every field is optional: an incomplete connection can be loaded and shown; whoever uses it demands the fields
//

struct KeyConnection {
  std::optional<std::string> endpoint = std::nullopt;
  std::optional<std::string> api_key = std::nullopt;

  bool operator==(KeyConnection const&) const = default;
};

struct ReferenceConnection {
  std::optional<std::string> name = std::nullopt;

  bool operator==(ReferenceConnection const&) const = default;
};

struct RemoteConnection {
  std::optional<std::string> endpoint = std::nullopt;
  std::optional<std::string> target = std::nullopt;

  bool operator==(RemoteConnection const&) const = default;
};

struct AnonymousConnection {
  std::optional<std::string> endpoint = std::nullopt;

  bool operator==(AnonymousConnection const&) const = default;
};

struct FoundryConnection {
  std::optional<std::string> endpoint = std::nullopt;

  bool operator==(FoundryConnection const&) const = default;
};

struct OAuthConnection {
  std::optional<std::string> endpoint = std::nullopt;
  std::optional<std::string> authentication_mode = std::nullopt;

  bool operator==(OAuthConnection const&) const = default;
};

/// A connection of a kind that the specification does not list, or of none (`kind` is then ""); `fields` holds its
/// other members as they were written.
struct UnknownConnection {
  std::string kind;
  Json fields = Json::object();

  bool operator==(UnknownConnection const&) const = default;
};

using Connection = std::variant<KeyConnection, ReferenceConnection, RemoteConnection, AnonymousConnection,
                                FoundryConnection, OAuthConnection, UnknownConnection>;

/// The value of the connection's `kind` member.
[[nodiscard]] std::string kind_of(Connection const& connection);

}  // namespace prompty

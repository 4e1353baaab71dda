#pragma once

#include <optional>
#include <string>

#include "prompty/core/agent.hpp"

namespace prompty::openai {

/// Where an agent's requests go and the key that they carry, if any.
struct Access {
  std::string endpoint;
  std::optional<std::string> api_key = std::nullopt;

  bool operator==(Access const&) const = default;
};

/// Throws ValueError when the agent has no connection, its kind is unknown, or a field that the kind needs is missing
/// or empty (P2.5-09); NotImplementedError for the kinds that this version cannot use.
[[nodiscard]] Access access_of(PromptyAgent const& agent);

}  // namespace prompty::openai

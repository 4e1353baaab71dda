#include "prompty/core/connection.hpp"

#include "prompty/core/match.hpp"

namespace prompty {

std::string kind_of(Connection const& connection) {
  return match(
      connection, [](KeyConnection const&) -> std::string { return "key"; },
      [](ReferenceConnection const&) -> std::string { return "reference"; },
      [](RemoteConnection const&) -> std::string { return "remote"; },
      [](AnonymousConnection const&) -> std::string { return "anonymous"; },
      [](FoundryConnection const&) -> std::string { return "foundry"; },
      [](OAuthConnection const&) -> std::string { return "oauth"; },
      [](UnknownConnection const& unknown) { return unknown.kind; });
}

}  // namespace prompty

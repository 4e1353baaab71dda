#include "prompty/provider/access.hpp"

#include <string_view>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/core/match.hpp"

namespace prompty::openai {
namespace {

std::string demand_field(std::optional<std::string> const& field, std::string_view kind, std::string_view name) {
  if (!field || field->empty()) throw errors::connection_field_missing(kind, name);
  return *field;
}

template <class Unusable>
Access refuse(Unusable const& connection) {
  throw errors::connection_kind_not_implemented(kind_of(connection));
}

}  // namespace

Access access_of(PromptyAgent const& agent) {
  if (!agent.model || !agent.model->connection) throw errors::connection_missing();
  return match(
      *agent.model->connection,
      [](KeyConnection const& key) {
        return Access{.endpoint = demand_field(key.endpoint, "key", "endpoint"),
                      .api_key = demand_field(key.api_key, "key", "apiKey")};
      },
      [](AnonymousConnection const& anonymous) {
        return Access{.endpoint = demand_field(anonymous.endpoint, "anonymous", "endpoint"), .api_key = std::nullopt};
      },
      [](ReferenceConnection const& reference) { return refuse(reference); },
      [](RemoteConnection const& remote) { return refuse(remote); },
      [](FoundryConnection const& foundry) { return refuse(foundry); },
      [](OAuthConnection const& oauth) { return refuse(oauth); },
      [](UnknownConnection const& unknown) -> Access { throw errors::unknown_connection_kind(unknown.kind); });
}

}  // namespace prompty::openai

#include "prompty/tools/mcp_target.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "prompty/core/errors.hpp"
#include "prompty/core/match.hpp"
#include "prompty/tools/errors.hpp"

namespace prompty {
namespace mcp_target {
namespace {

/// Whether a connection can do without a token when the host hands in none.
enum class Token : std::uint8_t { if_any, demanded };

class Finder {
 public:
  Finder(Tool const& tool, McpTool const& mcp, Connections const& connections)
      : tool_(tool), mcp_(mcp), connections_(connections) {}

  [[nodiscard]] McpTarget find() const {
    if (!mcp_.connection) return without_connection();
    Connection const& connection = *mcp_.connection;
    return match(
        connection, [this](ReferenceConnection const& reference) { return referenced(reference); },
        [this](KeyConnection const& key) {
          McpTarget target = at(demand(key.endpoint, "key", "endpoint"));
          return with_key(std::move(target), demand(key.api_key, "key", "apiKey"));
        },
        [this](AnonymousConnection const& anonymous) {
          return at(demand(anonymous.endpoint, "anonymous", "endpoint"));
        },
        [&](RemoteConnection const& remote) {
          return with_token(at(demand(remote.endpoint, "remote", "endpoint")), connection, Token::if_any);
        },
        [&](FoundryConnection const& foundry) {
          return with_token(at(demand(foundry.endpoint, "foundry", "endpoint")), connection, Token::demanded);
        },
        [&](OAuthConnection const& oauth) {
          return with_token(at(demand(oauth.endpoint, "oauth", "endpoint")), connection, Token::demanded);
        },
        [this](UnknownConnection const& unknown) -> McpTarget {
          throw errors::tool_connection_kind_unknown(tool_.name, unknown.kind);
        });
  }

 private:
  Tool const& tool_;
  McpTool const& mcp_;
  Connections const& connections_;

  [[nodiscard]] std::string demand(std::optional<std::string> const& field, std::string_view kind,
                                   std::string_view name) const {
    if (!field || field->empty()) throw errors::tool_connection_field_missing(tool_.name, kind, name);
    return *field;
  }

  [[nodiscard]] McpTarget without_connection() const {
    if (!mcp_.server_name || mcp_.server_name->empty()) throw errors::mcp_server_not_named(tool_.name);
    std::shared_ptr<McpServer const> const server = connections_.mcp_servers.find(*mcp_.server_name);
    if (server == nullptr) throw errors::mcp_server_not_registered(tool_.name, *mcp_.server_name);
    return registered(*mcp_.server_name, *server);
  }

  [[nodiscard]] McpTarget referenced(ReferenceConnection const& reference) const {
    std::string const name = demand(reference.name, "reference", "name");
    std::shared_ptr<McpServer const> const server = connections_.mcp_servers.find(name);
    if (server != nullptr) return registered(name, *server);
    std::shared_ptr<Client const> const client = connections_.clients.find(name);
    if (client == nullptr) throw errors::mcp_server_not_registered(tool_.name, name);
    if (client->endpoint.empty()) throw errors::client_without_endpoint(name);
    McpTarget target = at(client->endpoint);
    std::optional<std::string> const& credential = client->bearer_token ? client->bearer_token : client->api_key;
    return credential ? with_key(std::move(target), *credential) : target;
  }

  [[nodiscard]] static McpTarget registered(std::string const& name, McpServer const& server) {
    return {.key = "registered " + name, .name = name, .server = server};
  }

  [[nodiscard]] McpTarget at(std::string const& endpoint) const {
    return {.key = "at " + endpoint,
            .name = mcp_.server_name.value_or(endpoint),
            .server = {.reach = HttpServer{.endpoint = endpoint}}};
  }

  /// Of one endpoint, another key is another caller, who must not share in a session.
  [[nodiscard]] McpTarget with_key(McpTarget target, std::string const& key) const {
    connections_.secrets->add(key);
    target.key += " with " + key;
    target.bearer = [key] { return key; };
    return target;
  }

  [[nodiscard]] McpTarget with_token(McpTarget target, Connection const& connection, Token token) const {
    std::string const kind = kind_of(connection);
    std::shared_ptr<TokenSource const> const source = connections_.token_sources.find(kind);
    if (source == nullptr && token == Token::demanded) throw errors::no_token_source(kind);
    if (source == nullptr) return target;
    target.key += " by " + kind;
    target.bearer = [&connections = connections_, connection, kind] {
      std::shared_ptr<TokenSource const> const current = connections.token_sources.find(kind);
      if (current == nullptr) throw errors::no_token_source(kind);
      std::string value = (*current)(connection);
      if (value.empty()) throw errors::empty_token(kind);
      connections.secrets->add(value);
      return value;
    };
    return target;
  }
};

void note_secrets(McpServer const& server, Secrets& secrets) {
  match(
      server.reach,
      [&](StdioServer const& stdio) {
        for (auto const& [name, value] : stdio.environment) {
          if (names_a_secret(name)) secrets.add(value);
          secrets.add_from_urls(value);
        }
      },
      [&](HttpServer const& http) {
        secrets.add_from_urls(http.endpoint);
        for (auto const& [name, value] : http.headers) {
          if (names_a_secret(name)) secrets.add(value);
        }
      });
}

}  // namespace
}  // namespace mcp_target

McpTarget target_of(Tool const& tool, McpTool const& mcp, Connections const& connections) {
  McpTarget target = mcp_target::Finder(tool, mcp, connections).find();
  mcp_target::note_secrets(target.server, *connections.secrets);
  return target;
}

}  // namespace prompty

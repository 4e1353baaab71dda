#include "prompty/core/match.hpp"
#include "prompty/registry/errors.hpp"
#include "prompty/tools/tool_kinds.hpp"

namespace prompty {
namespace {

/// The server that the host has registered under the name.
std::optional<McpTarget> registered(std::string const& name, Connections const& connections) {
  std::shared_ptr<McpServer const> const server = connections.mcp_servers.find(name);
  if (server == nullptr) return std::nullopt;
  return McpTarget{.key = "registered " + name, .name = name, .server = *server};
}

McpTarget at_endpoint(std::string const& endpoint, McpTool const& mcp) {
  return {.key = "at " + endpoint,
          .name = mcp.server_name.value_or(endpoint),
          .server = {.reach = HttpServer{.endpoint = endpoint}}};
}

/// At the same endpoint, another key is another caller, who must not share a session.
McpTarget with_key(McpTarget target, std::string const& key, Connections const& connections) {
  connections.secrets->add(key);
  target.key += " with " + key;
  target.bearer = [key] { return key; };
  return target;
}

/// A remote connection works without a token when the host has registered no source of tokens.
McpTarget with_token(McpTarget target, Connection const& connection, Connections const& connections) {
  std::string const kind = kind_of(connection);
  std::shared_ptr<TokenSource const> const source = connections.token_sources.find(kind);
  if (source == nullptr && std::holds_alternative<RemoteConnection>(connection)) return target;
  if (source == nullptr) throw errors::no_token_source(kind);
  target.key += " by " + kind;
  target.bearer = [&connections, connection, kind] {
    std::shared_ptr<TokenSource const> const current = connections.token_sources.find(kind);
    if (current == nullptr) throw errors::no_token_source(kind);
    std::string value = (*current)(connection);
    if (value.empty()) throw errors::empty_token(kind);
    connections.secrets->add(value);
    return value;
  };
  return target;
}

/// The server, or the client, that is registered under the name of a reference.
McpTarget referenced(std::string const& name, std::string const& tool, McpTool const& mcp,
                     Connections const& connections) {
  if (std::optional<McpTarget> server = registered(name, connections)) return *std::move(server);
  std::shared_ptr<Client const> const client = connections.clients.find(name);
  if (client == nullptr) throw errors::mcp_server_not_registered(tool, name);
  if (client->endpoint.empty()) throw errors::client_without_endpoint(name);
  std::optional<std::string> const& credential = client->bearer_token ? client->bearer_token : client->api_key;
  return credential ? with_key(at_endpoint(client->endpoint, mcp), *credential, connections)
                    : at_endpoint(client->endpoint, mcp);
}

McpTarget without_connection(std::string const& tool, McpTool const& mcp, Connections const& connections) {
  if (!mcp.server_name || mcp.server_name->empty()) throw errors::mcp_server_not_named(tool);
  std::optional<McpTarget> server = registered(*mcp.server_name, connections);
  if (!server) throw errors::mcp_server_not_registered(tool, *mcp.server_name);
  return *std::move(server);
}

McpTarget over_connection(std::string const& tool, McpTool const& mcp, Connections const& connections) {
  Connection const& connection = *mcp.connection;
  auto const required = [&](std::optional<std::string> const& field, std::string_view name) {
    if (!field || field->empty()) throw errors::tool_connection_field_missing(tool, kind_of(connection), name);
    return *field;
  };
  return match(
      connection,
      [&](ReferenceConnection const& reference) {
        return referenced(required(reference.name, "name"), tool, mcp, connections);
      },
      [&](KeyConnection const& key) {
        McpTarget target = at_endpoint(required(key.endpoint, "endpoint"), mcp);
        return with_key(std::move(target), required(key.api_key, "apiKey"), connections);
      },
      [&](AnonymousConnection const& anonymous) { return at_endpoint(required(anonymous.endpoint, "endpoint"), mcp); },
      [&](UnknownConnection const& unknown) -> McpTarget {
        throw errors::tool_connection_kind_unknown(tool, unknown.kind);
      },
      // Remote, Foundry and OAuth.
      [&](auto const& by_token) {
        return with_token(at_endpoint(required(by_token.endpoint, "endpoint"), mcp), connection, connections);
      });
}

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

class McpTools {
 public:
  McpTools(std::shared_ptr<Connections const> connections, std::shared_ptr<Transport const> transport,
           Environment environment)
      : connections_(std::move(connections)), transport_(std::move(transport)), environment_(std::move(environment)) {}

  Json call(Tool const& tool, Json const& arguments, CallSetting const& setting) {
    std::string const& function = setting.function.empty() ? tool.name : setting.function;
    // The model may name a function that was not offered.
    if (!allows(tool, function)) throw errors::mcp_function_not_allowed(tool.name, function);
    return with_masked_errors(*connections_->secrets, [&] {
      std::shared_ptr<McpClient> const client = client_of(tool, setting.cancellation);
      return read_mcp_result(client->call(function, arguments, setting.cancellation), function);
    });
  }

  DiscoveredTools discover(Tool const& tool) {
    // P7.1.3-07: all functions that the server has now.
    DiscoveredTools offered = with_masked_errors(*connections_->secrets, [&] {
      Cancellation const never_cancelled;
      return client_of(tool, never_cancelled)->tools(never_cancelled);
    });
    std::erase_if(offered.functions, [&](ToolDefinition const& definition) { return !allows(tool, definition.name); });
    return offered;
  }

 private:
  struct Slot {
    std::mutex mutex;
    McpServer server;
    std::shared_ptr<McpClient> client;
  };

  std::shared_ptr<McpClient> client_of(Tool const& tool, Cancellation const& cancellation) {
    McpTarget const target = target_of(tool, std::get<McpTool>(tool.details), *connections_);
    Slot& slot = slot_for(target.key);
    // Destroyed after the lock is released, so that other threads need not wait for the end of the old server.
    std::shared_ptr<McpClient> old;
    // The first of several threads connects; other servers are not delayed.
    std::unique_lock<std::mutex> const lock(slot.mutex);
    if (slot.client != nullptr && slot.client->is_open() && slot.server == target.server) return slot.client;
    old = std::move(slot.client);
    slot.client = connect(target, cancellation);
    slot.server = target.server;
    return slot.client;
  }

  Slot& slot_for(std::string const& key) {
    std::unique_lock<std::mutex> const lock(mutex_);
    return slots_[key];
  }

  std::shared_ptr<McpClient> connect(McpTarget const& target, Cancellation const& cancellation) const {
    McpServer const& server = target.server;
    std::unique_ptr<McpChannel> channel = match(
        server.reach,
        [&](StdioServer const& stdio) { return stdio_channel(target.name, stdio, environment_, server.max_bytes); },
        [&](HttpServer const& http) {
          return http_channel(target.name, http, target.bearer, transport_, server.max_bytes);
        });
    McpLimits const bounds{
        .time_limit = server.time_limit, .max_tools = server.max_tools, .max_list_bytes = server.max_bytes};
    return std::make_shared<McpClient>(target.name, std::move(channel), bounds, cancellation);
  }

  /// Outlive the clients, which get tokens from them.
  std::shared_ptr<Connections const> connections_;
  std::shared_ptr<Transport const> transport_;
  Environment environment_;
  std::mutex mutex_;
  std::map<std::string, Slot> slots_;  ///< none is removed
};

}  // namespace

McpTarget target_of(Tool const& tool, McpTool const& mcp, Connections const& connections) {
  McpTarget target =
      mcp.connection ? over_connection(tool.name, mcp, connections) : without_connection(tool.name, mcp, connections);
  note_secrets(target.server, *connections.secrets);
  return target;
}

ServedKind mcp_kind(std::shared_ptr<Connections const> connections, std::shared_ptr<Transport const> transport,
                    Environment environment) {
  std::shared_ptr<McpTools> const tools =
      std::make_shared<McpTools>(std::move(connections), std::move(transport), std::move(environment));
  return {.call = [tools](Tool const& tool, Json const& arguments, PromptyAgent const&, Json const&,
                          CallSetting const& setting) { return tools->call(tool, arguments, setting); },
          .discover = [tools](Tool const& tool, PromptyAgent const&) { return tools->discover(tool); }};
}

}  // namespace prompty

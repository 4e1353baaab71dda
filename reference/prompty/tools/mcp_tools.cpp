#include <algorithm>

#include "prompty/core/match.hpp"
#include "prompty/registry/errors.hpp"
#include "prompty/tools/masked_errors.hpp"
#include "prompty/tools/mcp_client.hpp"
#include "prompty/tools/tool_kinds.hpp"

namespace prompty {
namespace {

class TargetFinder {
 public:
  TargetFinder(Tool const& tool, McpTool const& mcp, Connections const& connections)
      : tool_(tool), mcp_(mcp), connections_(connections) {}

  [[nodiscard]] McpTarget find() const {
    if (!mcp_.connection) return without_connection();
    return match(
        *mcp_.connection, [this](ReferenceConnection const& reference) { return referenced(reference); },
        [this](KeyConnection const& key) {
          McpTarget target = at(required(key.endpoint, "endpoint"));
          return with_key(std::move(target), required(key.api_key, "apiKey"));
        },
        [this](AnonymousConnection const& anonymous) { return at(required(anonymous.endpoint, "endpoint")); },
        [this](UnknownConnection const& unknown) -> McpTarget {
          throw errors::tool_connection_kind_unknown(tool_.name, unknown.kind);
        },
        // Remote, Foundry and OAuth.
        [this](auto const& by_token) { return with_token(by_token.endpoint); });
  }

 private:
  Tool const& tool_;
  McpTool const& mcp_;
  Connections const& connections_;

  /// A field of the connection.
  [[nodiscard]] std::string required(std::optional<std::string> const& field, std::string_view name) const {
    if (!field || field->empty()) {
      throw errors::tool_connection_field_missing(tool_.name, kind_of(*mcp_.connection), name);
    }
    return *field;
  }

  [[nodiscard]] McpTarget without_connection() const {
    if (!mcp_.server_name || mcp_.server_name->empty()) throw errors::mcp_server_not_named(tool_.name);
    std::shared_ptr<McpServer const> const server = connections_.mcp_servers.find(*mcp_.server_name);
    if (server == nullptr) throw errors::mcp_server_not_registered(tool_.name, *mcp_.server_name);
    return registered(*mcp_.server_name, *server);
  }

  [[nodiscard]] McpTarget referenced(ReferenceConnection const& reference) const {
    std::string const name = required(reference.name, "name");
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

  /// At the same endpoint, another key is another caller, who must not share a session.
  [[nodiscard]] McpTarget with_key(McpTarget target, std::string const& key) const {
    connections_.secrets->add(key);
    target.key += " with " + key;
    target.bearer = [key] { return key; };
    return target;
  }

  /// A remote connection works without a token when the host has registered no source of tokens.
  [[nodiscard]] McpTarget with_token(std::optional<std::string> const& endpoint) const {
    McpTarget target = at(required(endpoint, "endpoint"));
    Connection const& connection = *mcp_.connection;
    std::string const kind = kind_of(connection);
    std::shared_ptr<TokenSource const> const source = connections_.token_sources.find(kind);
    if (source == nullptr && std::holds_alternative<RemoteConnection>(connection)) return target;
    if (source == nullptr) throw errors::no_token_source(kind);
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

bool is_allowed(Tool const& tool, std::string const& function) {
  std::vector<std::string> const& allowed = std::get<McpTool>(tool.details).allowed_tools;
  return allowed.empty() || std::find(allowed.begin(), allowed.end(), function) != allowed.end();
}

class McpTools {
 public:
  McpTools(std::shared_ptr<Connections const> connections, std::shared_ptr<Transport const> transport,
           Environment environment)
      : connections_(std::move(connections)), transport_(std::move(transport)), environment_(std::move(environment)) {}

  Json call(Tool const& tool, Json const& arguments, CallSetting const& setting) {
    std::string const& function = setting.function.empty() ? tool.name : setting.function;
    // The model may name a function that was not offered.
    if (!is_allowed(tool, function)) throw errors::mcp_function_not_allowed(tool.name, function);
    return with_masked_errors(*connections_->secrets, [&] {
      std::shared_ptr<McpClient> const client = client_of(tool, setting.cancellation);
      return read_mcp_result(client->call(function, arguments, setting.cancellation), function);
    });
  }

  std::vector<ToolDefinition> discover(Tool const& tool) {
    // P7.1.3-07: all functions that the server has now.
    std::vector<ToolDefinition> offered = with_masked_errors(*connections_->secrets, [&] {
      Cancellation const never_cancelled;
      return client_of(tool, never_cancelled)->tools(never_cancelled);
    });
    std::erase_if(offered, [&](ToolDefinition const& definition) { return !is_allowed(tool, definition.name); });
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
    McpLimits const bounds{.time_limit = server.time_limit, .max_tools = server.max_tools};
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
  McpTarget target = TargetFinder(tool, mcp, connections).find();
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

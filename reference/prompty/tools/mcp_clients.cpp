#include "prompty/tools/mcp_clients.hpp"

#include <utility>

#include "prompty/core/match.hpp"
#include "prompty/tools/http_channel.hpp"
#include "prompty/tools/stdio_channel.hpp"

namespace prompty {

McpClients::McpClients(std::shared_ptr<Transport const> transport, Environment environment)
    : transport_(std::move(transport)), environment_(std::move(environment)) {}

std::shared_ptr<McpClient> McpClients::client_for(McpTarget const& target, Cancellation const& cancellation) {
  std::shared_ptr<Slot> const slot = slot_for(target.key);
  // Ends after the lock is gone: whoever comes next need not wait for the old server.
  std::shared_ptr<McpClient> old;
  // Of all who need the server at once, the first begins; other servers are not held up.
  std::unique_lock<std::mutex> const lock(slot->mutex);
  if (slot->client != nullptr && slot->client->is_open() && slot->server == target.server) return slot->client;
  old = std::move(slot->client);
  slot->client = begin(target, cancellation);
  slot->server = target.server;
  return slot->client;
}

std::shared_ptr<McpClients::Slot> McpClients::slot_for(std::string const& key) {
  std::unique_lock<std::mutex> const lock(mutex_);
  std::shared_ptr<Slot>& slot = slots_[key];
  if (slot == nullptr) slot = std::make_shared<Slot>();
  return slot;
}

std::shared_ptr<McpClient> McpClients::begin(McpTarget const& target, Cancellation const& cancellation) const {
  McpServer const& server = target.server;
  std::unique_ptr<McpChannel> channel = match(
      server.reach,
      [&](StdioServer const& stdio) -> std::unique_ptr<McpChannel> {
        return std::make_unique<StdioChannel>(target.name, stdio, environment_, server.most_bytes);
      },
      [&](HttpServer const& http) -> std::unique_ptr<McpChannel> {
        return std::make_unique<HttpChannel>(target.name, http, target.bearer, transport_, server.most_bytes);
      });
  McpBounds const bounds{.time_limit = server.time_limit, .most_tools = server.most_tools};
  return std::make_shared<McpClient>(target.name, std::move(channel), bounds, cancellation);
}

}  // namespace prompty

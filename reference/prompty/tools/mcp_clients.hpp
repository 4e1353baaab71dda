#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "prompty/core/cancellation.hpp"
#include "prompty/core/environment.hpp"
#include "prompty/tools/mcp_client.hpp"
#include "prompty/tools/mcp_target.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// One client for each server, made when it is first needed and kept for all turns; one whose server has ended, or is
/// registered anew with other settings, makes room for a new one. Used from many threads at once. Destroying it ends
/// the servers without an open call.
class McpClients {
 public:
  /// `transport` carries requests to servers over HTTP, `environment` is where those that are started get theirs from.
  McpClients(std::shared_ptr<Transport const> transport, Environment environment);

  /// Throws as the constructor of McpClient, and ConnectionError when the server cannot be started.
  [[nodiscard]] std::shared_ptr<McpClient> client_for(McpTarget const& target, Cancellation const& cancellation);

 private:
  struct Slot {
    std::mutex mutex;
    McpServer server;
    std::shared_ptr<McpClient> client;
  };

  [[nodiscard]] std::shared_ptr<Slot> slot_for(std::string const& key);
  [[nodiscard]] std::shared_ptr<McpClient> begin(McpTarget const& target, Cancellation const& cancellation) const;

  std::shared_ptr<Transport const> transport_;
  Environment environment_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Slot>> slots_;
};

}  // namespace prompty

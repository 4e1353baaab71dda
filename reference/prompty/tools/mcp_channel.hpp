#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"
#include "prompty/tools/errors.hpp"
#include "prompty/tools/json_rpc.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// The server does not know the session any more: everything begins anew.
class SessionLost : public ConnectionError {
 public:
  explicit SessionLost(std::string const& server) : ConnectionError(errors::mcp_session_lost(server)) {}
};

/// A way to one MCP server that carries JSON-RPC messages and answers what the server asks. Used from many threads at
/// once; destroying it ends the session, and the server's process when it has one.
class McpChannel {
 public:
  virtual ~McpChannel() = default;

  /// Sends a request, whose id no other one that is under way has, and waits for the response. Throws ConnectionError
  /// when none comes (the server has ended, the deadline is over, the answer was cut short or is too large),
  /// CancelledError, ExecuteError for an error status, and ValueError for an answer that is no message.
  [[nodiscard]] virtual json_rpc::Response ask(Json const& request, RequestLimits const& limits) = 0;

  /// Sends a notification; throws as `ask`.
  virtual void tell(Json const& notification, RequestLimits const& limits) = 0;

  /// What `initialize` has agreed on; requests name it from now on where the channel wants that.
  virtual void speak(std::string const& version) = 0;

  /// Whether the server can still be reached.
  [[nodiscard]] virtual bool is_open() const = 0;

  /// What one should know when an answer did not come, beginning with "; "; "" for nothing.
  [[nodiscard]] virtual std::string note() const = 0;
};

}  // namespace prompty

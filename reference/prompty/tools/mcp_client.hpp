#pragma once

#include <mutex>

#include "prompty/core/agent.hpp"
#include "prompty/core/host.hpp"
#include "prompty/core/json.hpp"
#include "prompty/tools/mcp_channel.hpp"

namespace prompty {

/// The limits of a client: time for each request, and tools that a server may offer.
struct McpLimits {
  std::chrono::milliseconds time_limit = std::chrono::seconds(60);
  std::size_t max_tools = 10'000;
};

/// A session with one MCP server. Thread-safe. Every request throws ConnectionError when no answer came in time (the
/// server is notified then), CancelledError, ExecuteError for an error status and ValueError for a JSON-RPC error or a
/// malformed answer.
class McpClient {
 public:
  /// Begins the session; throws as a request, and ValueError for an unknown version of the protocol.
  McpClient(std::string name, std::unique_ptr<McpChannel> channel, McpLimits bounds, Cancellation const& cancellation);

  /// The functions that the server offers, as it names and describes them, from all pages. Throws ValueError
  /// when there are more than the bounds allow.
  [[nodiscard]] std::vector<ToolDefinition> tools(Cancellation const& cancellation);

  /// The result of tools/call, an object, as the server sends it.
  [[nodiscard]] Json call(std::string_view function, Json const& arguments, Cancellation const& cancellation);

  /// False when the server has ended; a new client is needed then.
  [[nodiscard]] bool is_open() const { return channel_->is_open(); }

 private:
  void initialize(Cancellation const& cancellation);
  [[nodiscard]] Json request(std::string_view method, Json const& params, Cancellation const& cancellation);
  [[nodiscard]] Json request_once(std::string_view method, Json const& params, Cancellation const& cancellation);
  void notify_cancelled(std::int64_t id, std::string_view method, std::string_view reason);

  std::string name_;
  std::unique_ptr<McpChannel> channel_;
  McpLimits bounds_;
  std::atomic<std::int64_t> next_id_ = 1;
  std::atomic<bool> offers_tools_ = false;
  std::mutex initializing_;
  std::atomic<std::uint64_t> sessions_ = 0;  ///< how many have been initialized
};

/// The result of tools/call for a model: the text of its parts, joined by newlines, with a description of parts
/// that are no text; without parts the structured content, or "". Throws ValueError, with that text, when the result is
/// an error, and when it has no list of parts.
[[nodiscard]] Json read_mcp_result(Json const& result, std::string_view function);

}  // namespace prompty

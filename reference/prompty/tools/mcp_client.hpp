#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/cancellation.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/tool.hpp"
#include "prompty/tools/mcp_channel.hpp"

namespace prompty {

/// What a client puts up with: time for each request, and tools that a server may offer.
struct McpBounds {
  std::chrono::milliseconds time_limit = std::chrono::seconds(60);
  std::size_t most_tools = 10'000;
};

/// A session with one MCP server. Used from many threads at once. Every request throws ConnectionError when no answer
/// came in time (the server is notified then), CancelledError when somebody asked to stop, ExecuteError for an error
/// status and ValueError for a refusal or an answer that is none.
class McpClient {
 public:
  /// Begins the session; throws as a request, and ValueError for a version of the protocol that it does not know.
  McpClient(std::string name, std::unique_ptr<McpChannel> channel, McpBounds bounds, Cancellation const& cancellation);

  /// The functions that the server offers, as it names and describes them, from all pages. Throws ValueError
  /// when there are more than the bounds allow.
  [[nodiscard]] std::vector<ToolDefinition> tools(Cancellation const& cancellation);

  /// The result of one call as the server gives it, an object with a list `content` and perhaps others.
  [[nodiscard]] Json call(std::string_view function, Json const& arguments, Cancellation const& cancellation);

  /// False when the server has ended; a new client has to be made then.
  [[nodiscard]] bool is_open() const { return channel_->is_open(); }

 private:
  void begin(Cancellation const& cancellation);
  void begin_anew(std::uint64_t lost, Cancellation const& cancellation);
  [[nodiscard]] Json ask(std::string_view method, Json const& params, Cancellation const& cancellation);
  [[nodiscard]] Json ask_once(std::string_view method, Json const& params, Cancellation const& cancellation);
  void give_up(std::int64_t id, std::string_view method, std::string_view reason);

  std::string name_;
  std::unique_ptr<McpChannel> channel_;
  McpBounds bounds_;
  std::atomic<std::int64_t> next_id_ = 1;
  std::atomic<bool> offers_tools_ = false;
  std::mutex beginning_;
  std::atomic<std::uint64_t> sessions_ = 0;  ///< how many have begun
};

}  // namespace prompty

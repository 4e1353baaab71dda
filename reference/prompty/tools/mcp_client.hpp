#pragma once

#include "prompty/registry/connections.hpp"
#include "prompty/registry/tools.hpp"
#include "prompty/tools/errors.hpp"
#include "prompty/transport/transport.hpp"

/// The messages of JSON-RPC 2.0, as far as MCP has them.
namespace prompty::json_rpc {

/// A request of the other side, to be answered under its id.
struct Request {
  Json id;
  std::string method;

  bool operator==(Request const&) const = default;
};

struct Notification {
  std::string method;

  bool operator==(Notification const&) const = default;
};

struct Refusal {
  int code = 0;
  std::string message;

  bool operator==(Refusal const&) const = default;
};

/// The result, or an error.
struct Response {
  std::int64_t id = 0;
  std::variant<Json, Refusal> outcome;

  bool operator==(Response const&) const = default;
};

/// Anything else, or a response to an unknown request.
struct Invalid {
  bool operator==(Invalid const&) const = default;
};

using Message = std::variant<Request, Notification, Response, Invalid>;

/// Our own ids are whole numbers, so that a response with another id is rubbish.
[[nodiscard]] Message read(Json const& message);

[[nodiscard]] Json request(std::int64_t id, std::string_view method, Json params);
/// Without `params` when they are null.
[[nodiscard]] Json notification(std::string_view method, Json params);

/// The response of a client without capabilities: a ping is answered, every other method is not found.
[[nodiscard]] Json reply_to(Request const& request);

}  // namespace prompty::json_rpc

namespace prompty {

/// The server does not know the session any more: a new one has to begin.
class SessionLost : public ConnectionError {
 public:
  explicit SessionLost(std::string const& server) : ConnectionError(errors::mcp_session_lost(server)) {}
};

/// A transport to one MCP server: carries JSON-RPC messages and responds to the requests of the server. Thread-safe;
/// destroying it ends the session, and the server's process when it has one.
class McpChannel {
 public:
  virtual ~McpChannel() = default;

  /// Sends a request, whose id no other pending one has, and waits for the response. Throws ConnectionError
  /// when none comes (the server has ended, the deadline has passed, the answer was cut short or is too large),
  /// CancelledError, ExecuteError for an error status, and ValueError for an answer that is no message.
  [[nodiscard]] virtual json_rpc::Response send_request(Json const& request, RequestLimits const& limits) = 0;

  /// Sends a notification; throws as `send_request`.
  virtual void send_notification(Json const& notification, RequestLimits const& limits) = 0;

  /// The version that `initialize` has agreed on, for channels whose requests name it from then on.
  virtual void use_version([[maybe_unused]] std::string const& version) {}

  /// Whether the server can still be reached.
  [[nodiscard]] virtual bool is_open() const { return true; }

  /// Diagnostics for a missing answer, beginning with "; "; "" for none.
  [[nodiscard]] virtual std::string diagnostics() const { return ""; }
};

/// MCP over the standard streams of a process, one message per line. Lines that are no messages are skipped. A thread
/// of its own reads and writes; the end of what the process writes to standard error is kept for diagnostics.
/// Destroying it closes the server's input, gives it a second to end, then ends it with all that it started. `name` is
/// what errors call the server. Throws ConnectionError when the process cannot be started.
[[nodiscard]] std::unique_ptr<McpChannel> stdio_channel(std::string name, StdioServer const& server,
                                                        Environment const& environment, std::size_t max_bytes);

/// Returns the bearer token for a request; null when none is sent.
using BearerSource = std::function<std::string()>;

/// MCP over streamable HTTP: each message is a POST through `transport`, its answer JSON or a stream of events.
/// Messages that the server sends outside of answers are not received. Requests throw SessionLost as well. Destroying
/// it ends the session, if there is one, within two seconds. `name` is what errors call the server.
[[nodiscard]] std::unique_ptr<McpChannel> http_channel(std::string name, HttpServer server, BearerSource bearer,
                                                       std::shared_ptr<Transport const> transport,
                                                       std::size_t max_bytes);

/// The limits of a client: time for each request, all pages of a list taken together, and how many tools, in how many
/// bytes of such pages, a server may offer.
struct McpLimits {
  std::chrono::milliseconds time_limit = std::chrono::seconds(60);
  std::size_t max_tools = 10'000;
  std::size_t max_list_bytes = std::size_t{16} * 1024 * 1024;
};

/// A session with one MCP server. Thread-safe. Every request throws ConnectionError when no answer came in time (the
/// server is notified then), CancelledError, ExecuteError for an error status and ValueError for a JSON-RPC error or a
/// malformed answer.
class McpClient {
 public:
  /// Begins the session; throws as a request, and ValueError for an unknown version of the protocol.
  McpClient(std::string name, std::unique_ptr<McpChannel> channel, McpLimits bounds, Cancellation const& cancellation);

  /// The functions that the server offers, as it names and describes them, from all pages. Throws ValueError
  /// when there are more, or they are larger, than the bounds allow.
  [[nodiscard]] DiscoveredTools tools(Cancellation const& cancellation);

  /// The result of tools/call, an object, as the server sends it.
  [[nodiscard]] Json call(std::string_view function, Json const& arguments, Cancellation const& cancellation);

  /// False when the server has ended; a new client is needed then.
  [[nodiscard]] bool is_open() const { return channel_->is_open(); }

 private:
  void initialize(Cancellation const& cancellation);
  [[nodiscard]] Json request(std::string_view method, Json const& params, RequestLimits const& limits);
  [[nodiscard]] Json request_once(std::string_view method, Json const& params, RequestLimits const& limits);
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

#pragma once

#include "prompty/registry/connections.hpp"
#include "prompty/tools/mcp_channel.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// Returns the bearer token for a request; null when none is sent.
using BearerSource = std::function<std::string()>;

/// MCP over streamable HTTP: each message is a POST, its answer JSON or a stream of events. Messages that the server
/// sends outside of answers are not received.
class HttpChannel final : public McpChannel {
 public:
  /// `name` is what errors call the server; `transport` carries the requests.
  HttpChannel(std::string name, HttpServer server, BearerSource bearer, std::shared_ptr<Transport const> transport,
              std::size_t max_bytes);

  /// Ends the session, if there is one, within two seconds.
  ~HttpChannel() override;
  HttpChannel(HttpChannel const&) = delete;
  HttpChannel& operator=(HttpChannel const&) = delete;

  /// Throws SessionLost as well.
  [[nodiscard]] json_rpc::Response send_request(Json const& request, RequestLimits const& limits) override;
  void send_notification(Json const& notification, RequestLimits const& limits) override;
  void use_version(std::string const& version) override;

 private:
  struct Session {
    std::string id;
    std::string version;
  };

  [[nodiscard]] Session session() const;
  [[nodiscard]] HttpRequest request_of(std::string method, std::string body, Session const& session) const;
  [[nodiscard]] StreamedResponse post(Json const& message, Session const& session, RequestLimits const& limits) const;
  /// Calls `sink` with each message of the answer until that returns true.
  void read_messages(StreamedResponse& answer, std::string const& method,
                     std::function<bool(Json const&)> const& sink) const;
  void check_status(StreamedResponse& answer, std::string const& what, Session const& session) const;
  [[nodiscard]] std::string read_body(StreamedResponse& answer) const;

  std::string name_;
  HttpServer server_;
  BearerSource bearer_;
  std::shared_ptr<Transport const> transport_;
  std::size_t max_bytes_;
  mutable std::mutex mutex_;
  Session session_;
};

}  // namespace prompty

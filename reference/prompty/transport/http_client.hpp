#pragma once

#include <httplib.h>

#include <exception>

#include "prompty/transport/connection_guards.hpp"

namespace prompty {

/// A client of cpp-httplib for requests to one origin, one after the other on one connection, which it makes directly
/// or through a proxy.
class HttpClient {
 public:
  /// Throws ValueError for an origin or proxy that cannot be used.
  HttpClient(std::string origin, HttpOptions const& options);
  HttpClient(HttpClient const&) = delete;
  HttpClient& operator=(HttpClient const&) = delete;

  [[nodiscard]] std::string const& origin() const { return origin_; }

  /// Begins with the next request, whose URL is of the origin. Throws ValueError for a header that cannot be used.
  void prepare(HttpRequest const& request);

  /// What is sent; a receiver may be added to it.
  [[nodiscard]] httplib::Request& request() { return request_; }

  /// Limits the answer; the receiver says where its body begins and how it is read.
  [[nodiscard]] AnswerMeter& meter() { return meter_; }

  [[nodiscard]] httplib::Result send() { return client_->send(request_); }

  /// Whether the connection can take another request: it is open, and nothing has come since the last answer, such as
  /// its end.
  [[nodiscard]] bool is_connected() const;

  /// Breaks the connection of a running `send`, from any thread. Without effect before it connects, so repeat this
  /// until `send` has ended (the library's own `stop` waits for the connection).
  void stop() { breaker_.break_off(); }

  /// Why `send` gave no response, as an AnswerLimitError or another ConnectionError; `waited` is the time since
  /// something last happened.
  [[nodiscard]] std::exception_ptr failure(httplib::Error error, std::chrono::steady_clock::duration waited) const;

  /// The error for an answer that exceeds the total timeout.
  [[nodiscard]] AnswerLimitError too_slow() const;

 private:
  [[nodiscard]] ConnectionError connection_failure(httplib::Error error,
                                                   std::chrono::steady_clock::duration waited) const;
  [[nodiscard]] std::string cause(httplib::Error error, std::chrono::steady_clock::duration waited) const;

  std::string origin_;
  HttpOptions options_;
  std::string url_;
  httplib::Request request_;
  std::optional<Proxy> proxy_;
  AnswerMeter meter_;
  ConnectionBreaker breaker_;
  std::unique_ptr<httplib::ClientImpl> client_;
};

}  // namespace prompty

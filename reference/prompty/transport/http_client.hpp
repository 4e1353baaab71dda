#pragma once

#include <httplib.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "prompty/core/error.hpp"
#include "prompty/transport/answer_meter.hpp"
#include "prompty/transport/connection_breaker.hpp"
#include "prompty/transport/http_options.hpp"
#include "prompty/transport/proxy.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

class TunnelClient;

/// A client of cpp-httplib for one request, set up to connect directly or through a proxy.
class HttpClient {
 public:
  /// Throws ValueError for a URL, header or proxy that cannot be used.
  HttpClient(HttpRequest const& request, HttpOptions const& options);
  ~HttpClient();
  HttpClient(HttpClient const&) = delete;
  HttpClient& operator=(HttpClient const&) = delete;

  /// What is sent; a receiver may be added to it.
  [[nodiscard]] httplib::Request& request() { return request_; }

  /// Bounds the answer; the receiver says where its body begins and how it is read.
  [[nodiscard]] AnswerMeter& meter() { return meter_; }

  [[nodiscard]] httplib::Result send();

  /// Breaks the connection of a `send` that is under way; from any thread. One that has not begun to connect does not
  /// notice, so that it takes repeating until `send` has ended.
  void stop();

  /// Why `send` gave no response; `waited` is the time since something last happened.
  [[nodiscard]] ConnectionError failure(httplib::Error error, std::chrono::steady_clock::duration waited) const;

  /// What to say when the time for all is over.
  [[nodiscard]] ConnectionError too_slow() const;

 private:
  void take_proxy(Proxy const& proxy);
  [[nodiscard]] std::optional<ConnectionError> passed_bound() const;
  [[nodiscard]] std::string cause(httplib::Error error, std::chrono::steady_clock::duration waited) const;
  [[nodiscard]] std::string distrust() const;

  std::string url_;
  HttpOptions options_;
  httplib::Request request_;
  std::optional<Proxy> proxy_;
  AnswerMeter meter_;
  ConnectionBreaker breaker_;
  std::unique_ptr<httplib::ClientImpl> client_;
  // The same as client_, or null when that is of another kind.
  httplib::SSLClient const* secure_ = nullptr;
  TunnelClient const* tunnel_ = nullptr;
};

}  // namespace prompty

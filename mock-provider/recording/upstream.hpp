#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "mock-provider/http/request.hpp"
#include "mock-provider/recording/bounded_client.hpp"
#include "mock-provider/scenario/route.hpp"

namespace mock_provider {

/// What another server has answered.
struct UpstreamAnswer {
  int status = 200;
  Headers headers;  ///< as they came
  std::string body;

  bool operator==(UpstreamAnswer const&) const = default;
};

/// Another server gave no answer; `what()` is a sentence that says why and what to look at.
class UpstreamError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What is reported of an answer while it comes, by the thread that has sent the request.
struct UpstreamListener {
  std::function<void(UpstreamAnswer const& head)> head;  ///< status and headers, before the first byte of a body
  std::function<void(std::string_view bytes)> piece;     ///< of the body, as it came
};

/// One request to another server, on a connection of its own.
class UpstreamExchange {
 public:
  /// `origin` is a scheme, a host and maybe a port; `authorities` a PEM file of those whose certificates are trusted,
  /// "" for those that the system trusts.
  UpstreamExchange(std::string origin, std::string base_path, std::string const& authorities);
  UpstreamExchange(UpstreamExchange const&) = delete;
  UpstreamExchange& operator=(UpstreamExchange const&) = delete;
  ~UpstreamExchange();

  /// Sends the request, its secrets included, and waits for the whole answer. Throws UpstreamError when none comes, one
  /// that exceeds AnswerBounds or `Upstream::most_answer_bytes`, or one whose status is not from 200 to 599. To be
  /// called once.
  [[nodiscard]] UpstreamAnswer send(Request const& request, Route const& route, UpstreamListener const& listener);
  /// Ends `send` from any thread, if there is a connection already.
  void stop();

 private:
  std::string const origin_;
  std::string const base_path_;
  AnswerBounds bounds_;
  std::unique_ptr<httplib::ClientImpl> const client_;
  std::atomic<bool> is_stopped_ = false;
};

/// A server to which requests are passed on. Thread-safe.
class Upstream {
 public:
  static constexpr std::size_t most_answer_bytes = 33'554'432;

  /// `url` is "http://HOST[:PORT]" or the same with https, maybe with a path that is put before those of the requests;
  /// a
  /// "/v1" at its end is left out before a path that begins with it. `authorities` as UpstreamExchange has it. Throws
  /// std::runtime_error for any other URL, and for authorities that cannot be read.
  Upstream(std::string const& url, std::string authorities);

  [[nodiscard]] std::unique_ptr<UpstreamExchange> exchange() const;

 private:
  std::string origin_;
  std::string base_path_;
  std::string authorities_;
};

}  // namespace mock_provider

#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include "mock-provider/http/request.hpp"
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

/// A server to which requests are passed on. Thread-safe: each request has a connection of its own.
class Upstream {
 public:
  static constexpr std::size_t most_answer_bytes = 33'554'432;

  /// `url` is "http://HOST[:PORT]" or the same with https, maybe with a path that is put before those of the requests;
  /// a
  /// "/v1" at its end is left out, since requests bring their own. Throws std::runtime_error for any other.
  explicit Upstream(std::string const& url);

  /// Sends the request, its secrets included, and waits for the whole answer. Throws UpstreamError when none comes, or
  /// one of more than `most_answer_bytes`.
  [[nodiscard]] UpstreamAnswer send(Request const& request, Route const& route) const;

  [[nodiscard]] std::string const& origin() const { return origin_; }

 private:
  std::string origin_;
  std::string base_path_;
};

}  // namespace mock_provider

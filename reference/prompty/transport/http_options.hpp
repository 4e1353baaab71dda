#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "prompty/transport/proxy.hpp"
#include "prompty/transport/sse.hpp"

namespace prompty {

/// How long to wait for a connection and for each piece of an answer, and what a whole answer may cost.
/// `certificate_authorities` is a PEM file to trust instead of the system's own. Without `proxies` a transport takes
/// none, and `make_runtime` those of its environment.
struct HttpOptions {
  std::chrono::milliseconds connect_timeout = std::chrono::seconds(10);
  std::chrono::milliseconds read_timeout = std::chrono::seconds(120);
  /// From the request to the end of the answer, with the time in which a stream waits for its reader; without it a
  /// server that sends a byte now and then is waited for without end.
  std::optional<std::chrono::milliseconds> total_timeout = std::chrono::hours(1);
  std::size_t max_header_bytes = std::size_t{256} * 1024;
  /// After decompression. For every body but a stream of events that is read as one.
  std::size_t max_answer_bytes = std::size_t{64} * 1024 * 1024;
  /// One event of a stream, and all bytes of one, after decompression.
  std::size_t max_event_bytes = SseDecoder::default_most_bytes;
  std::size_t max_stream_bytes = std::size_t{256} * 1024 * 1024;
  std::optional<std::string> certificate_authorities = std::nullopt;
  std::optional<ProxySettings> proxies = std::nullopt;

  bool operator==(HttpOptions const&) const = default;
};

}  // namespace prompty

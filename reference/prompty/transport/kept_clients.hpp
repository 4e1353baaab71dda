#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>

#include "prompty/transport/http_client.hpp"

namespace prompty {

/// Clients with a connection that waits for the next request to the same origin: a few, and not for long, since servers
/// end connections on which nothing comes. What was kept too long ends when the next one is taken. Thread-safe.
class KeptClients {
 public:
  /// The one that was used last, still connected; nullptr when there is none for the origin.
  [[nodiscard]] std::unique_ptr<HttpClient> take(std::string const& origin);

  /// To be called when the answer to its last request has been read to the end.
  void keep(std::unique_ptr<HttpClient> client);

 private:
  using Clock = std::chrono::steady_clock;
  struct Kept {
    std::unique_ptr<HttpClient> client;
    Clock::time_point since;
  };

  std::mutex mutex_;
  std::deque<Kept> kept_;  ///< the one used last comes last
};

}  // namespace prompty

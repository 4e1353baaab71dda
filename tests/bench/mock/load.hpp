#pragma once

#include <chrono>
#include <string>

namespace bench {

/// The requests to a server on loopback, over and over, by so many clients at once that each keep a connection.
struct Load {
  int port = 0;
  std::string request;  ///< whole, with its head
  int clients = 1;
};

/// Seconds from one answer to the next, over all clients, each of which asks again as soon as it has its answer. Throws
/// std::runtime_error when an answer is no 200 or the server ends a connection.
[[nodiscard]] double seconds_per_answer(Load const& load, std::chrono::milliseconds time);

/// How streams arrived that were requested at once.
struct StreamTimes {
  double median_seconds = 0;   ///< from the request to the end
  double gap_p99_seconds = 0;  ///< between two arrivals of the same stream
};

/// One stream for each client. Throws as above.
[[nodiscard]] StreamTimes stream_times(Load const& load);

}  // namespace bench

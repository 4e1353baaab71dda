#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/scenario/route.hpp"

namespace mock_provider {

/// What is counted over the whole life of a mock. Thread-safe.
class Metrics {
 public:
  /// One request that was answered.
  struct Answered {
    Route::Kind route = Route::Kind::unknown;
    int status = 200;
    bool is_stream = false;
    std::size_t request_bytes = 0;  ///< of the body
  };

  void count(Answered const& answered, std::vector<Finding> const& findings);

  /// The counters in Prometheus' text format, each with HELP and TYPE.
  [[nodiscard]] std::string text() const;

 private:
  using RequestKey = std::tuple<std::string_view, int, bool>;

  mutable std::mutex mutex_;
  std::map<RequestKey, std::uint64_t> requests_;
  std::map<std::string, std::uint64_t> findings_;
  std::uint64_t request_bytes_ = 0;
};

}  // namespace mock_provider

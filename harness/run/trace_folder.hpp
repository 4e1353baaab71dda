#pragma once

#include <filesystem>
#include <mutex>
#include <string>

#include "harness/run/exchange_trace.hpp"

namespace conformance {

/// Where the traces of a run go: TOPIC/ID.jsonl for each vector. Thread-safe.
class TraceFolder {
 public:
  /// Makes the folder and leaves "run.json" in it, which is `about` the run. Throws InputError when it cannot be
  /// written.
  TraceFolder(std::filesystem::path folder, Json const& about);

  /// Writes the trace of a vector and returns its path; "" when it cannot be written, which `demand_whole` tells.
  std::string save(Vector const& vector, ExchangeTrace const& trace);

  /// Throws InputError about the first trace that could not be written, if any.
  void demand_whole() const;

 private:
  std::filesystem::path const folder_;
  mutable std::mutex mutex_;
  std::string problem_;
};

}  // namespace conformance

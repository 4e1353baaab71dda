#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <mutex>
#include <string>

#include "mock-provider/http/answer.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/recording/upstream.hpp"
#include "mock-provider/scenario/route.hpp"

namespace mock_provider {

/// From where answers are recorded, and where to.
struct RecordingOptions {
  std::string url;   ///< see Upstream
  std::string file;  ///< a scenario in JSON, written anew; its name ends with ".json"
  std::uint64_t most_steps = 10'000;
  std::size_t most_bytes = 268'435'456;

  bool operator==(RecordingOptions const&) const = default;
};

/// What has been recorded.
struct RecordingCounts {
  std::uint64_t recorded = 0;
  std::uint64_t left_out = 0;  ///< answers beyond the bounds of a recording

  bool operator==(RecordingCounts const&) const = default;
};

/// Passes requests on to another server, and writes what it answers into a scenario. After each answer the file is a
/// whole scenario. Thread-safe.
class Recorder {
 public:
  /// Throws std::runtime_error with a sentence for a URL that is none, and a file that cannot be written.
  explicit Recorder(RecordingOptions const& options);

  /// The answer of the other server. Throws UpstreamError when there is none, and then nothing is recorded.
  [[nodiscard]] Answer pass_on(Request const& request, Route const& route);
  [[nodiscard]] RecordingCounts counts() const;

 private:
  void write(std::string const& step);

  RecordingOptions const options_;
  Upstream const upstream_;
  mutable std::mutex mutex_;
  std::ofstream file_;
  std::size_t bytes_ = 0;  ///< before the end of the list
  RecordingCounts counts_;
};

}  // namespace mock_provider

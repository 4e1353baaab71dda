#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mock-provider/http/answer.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/recording/relay.hpp"
#include "mock-provider/recording/upstream.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/scenario/scenario_file.hpp"

namespace mock_provider {

/// From where answers are recorded, and where to.
struct RecordingOptions {
  std::string url;               ///< see Upstream
  std::string file;              ///< a scenario in JSON, written anew; its name ends with ".json"
  std::string authorities = {};  ///< see Upstream
  std::uint64_t most_steps = 10'000;
  std::size_t most_bytes = scenario_file::most_bytes;  ///< of the file

  bool operator==(RecordingOptions const&) const = default;
};

/// What has been recorded.
struct RecordingCounts {
  std::uint64_t recorded = 0;
  std::uint64_t left_out = 0;  ///< answers beyond the bounds of a recording, and those that no scenario can give

  bool operator==(RecordingCounts const&) const = default;
};

/// Passes requests on to another server, and writes what it answers into a scenario. After each answer the file is a
/// whole scenario. Thread-safe.
class Recorder {
 public:
  /// Throws std::runtime_error with a sentence for a malformed URL, and files that cannot be written or read.
  explicit Recorder(RecordingOptions const& options);

  /// The answer of the other server, whole, or a stream that is still to come. Throws UpstreamError when there is none,
  /// and then nothing is recorded.
  [[nodiscard]] Answer pass_on(Request const& request, Route const& route);
  /// Ends all requests to the other server, and takes no more.
  void stop();
  [[nodiscard]] RecordingCounts counts() const;

 private:
  /// Nothing: the answer is left out.
  void write(std::optional<Json> const& step);
  /// Forgets those that have ended. Throws UpstreamError once the recorder was stopped.
  void keep(std::shared_ptr<Relay> relay);

  RecordingOptions const options_;
  Upstream const upstream_;
  mutable std::mutex mutex_;
  std::ofstream file_;
  std::size_t bytes_ = 0;  ///< before the end of the list
  RecordingCounts counts_;
  std::mutex relays_mutex_;
  std::vector<std::shared_ptr<Relay>> relays_;
  bool is_stopped_ = false;
};

}  // namespace mock_provider

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/program.hpp"

namespace bench {

/// A server that runs while this lives.
struct RunningServer {
  std::unique_ptr<prompty_tests::BackgroundProgram> program;
  int port = 0;
  double start_seconds = 0;  ///< until it said that it listens
};

/// The mock provider, playing `mock_scenario`, which is written below `folder`.
[[nodiscard]] RunningServer start_mock(std::string const& folder);

/// The bare cpp-httplib server.
[[nodiscard]] RunningServer start_plain();

/// npm's aimock on that port with the same answers, and so many milliseconds between the chunks of a stream; nothing
/// running when it is not installed.
[[nodiscard]] RunningServer start_aimock(std::string const& folder, int port, int latency_ms);

/// How long the process, with all its threads, has been at work.
[[nodiscard]] double cpu_seconds(pid_t process);

/// The most memory that the process has used, in MB.
[[nodiscard]] double peak_megabytes(pid_t process);

}  // namespace bench

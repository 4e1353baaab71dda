#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace bench {

/// Prints each benchmark as the library does and remembers its real time.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(std::vector<Run> const& runs) override;

  /// Nanoseconds of one iteration; 0 when that benchmark did not run.
  [[nodiscard]] double nanoseconds(std::string const& name) const;

 private:
  std::map<std::string, double> times_;
};

}  // namespace bench

#include "bench/ratio_reporter.hpp"

namespace bench {

void RatioReporter::ReportRuns(std::vector<Run> const& runs) {
  for (Run const& run : runs) {
    if (run.error_occurred) continue;
    times_[run.benchmark_name()] = run.GetAdjustedRealTime() * 1e9 / benchmark::GetTimeUnitMultiplier(run.time_unit);
  }
  ConsoleReporter::ReportRuns(runs);
}

double RatioReporter::nanoseconds(std::string const& name) const {
  std::map<std::string, double>::const_iterator const found = times_.find(name);
  return found == times_.end() ? 0 : found->second;
}

}  // namespace bench

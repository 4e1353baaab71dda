#pragma once

#include <filesystem>
#include <fstream>

#include "harness/report/run_info.hpp"
#include "harness/run/summary.hpp"

namespace conformance {

/// The version of the report format (vectors/schema/report.schema.json).
inline constexpr int report_version = 1;

/// One JSON object a line, written while running: {"type":"run"}, then {"type":"attempt"} or {"type":"unsupported"}
/// lines, then {"type":"summary"}. Each line is flushed, so that a kill loses nothing that was judged.
class JsonLinesReport {
 public:
  /// Throws InputError when the file cannot be written.
  JsonLinesReport(std::filesystem::path const& path, RunInfo const& info);
  void add(VectorResult const& result);
  /// Throws InputError when a line could not be written, this one or an earlier one.
  void end(Summary const& summary);

 private:
  void write(Json const& line);
  std::filesystem::path const path_;
  std::ofstream stream_;
  RunInfo const& info_;
};

}  // namespace conformance

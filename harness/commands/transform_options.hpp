#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/report/run_info.hpp"
#include "harness/run/trace_folder.hpp"
#include "harness/vectors/transform.hpp"

namespace conformance {

/// The options that have vectors played again with their input rewritten.
struct TransformOptions {
  bool all = false;                ///< --transforms
  std::vector<std::string> names;  ///< --transform, repeatable

  /// Adds both options to a command. They must outlive the parse.
  void add_to(CLI::App& command);
  [[nodiscard]] std::set<Transform> chosen() const;
};

/// The folder of --trace, nothing when none is named. Throws InputError when the folder cannot be written.
[[nodiscard]] std::unique_ptr<TraceFolder> trace_folder(std::string const& folder, RunInfo const& info);

}  // namespace conformance

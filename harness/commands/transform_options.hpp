#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/carried/carried_values.hpp"
#include "harness/report/run_info.hpp"
#include "harness/run/trace_folder.hpp"
#include "harness/vectors/transform.hpp"

namespace conformance {

/// The options that have vectors played again with their input rewritten.
struct TransformOptions {
  std::string amount;                ///< --transforms: "usual" or "all"; "" when it is not given
  std::vector<std::string> names;    ///< --transform, repeatable
  std::vector<std::string> hostile;  ///< --hostile, repeatable
  std::uint64_t seed = 1;            ///< --seed

  /// Adds these options to a command. They must outlive the parse.
  void add_to(CLI::App& command);
  [[nodiscard]] std::set<Transform> chosen() const;

  /// The hostile values of these vectors; nothing when none are to be played. Throws InputError for a name of --hostile
  /// that is not on the page.
  [[nodiscard]] std::unique_ptr<CarriedValues> carried(CarriedPage const& page,
                                                       std::vector<Vector const*> const& vectors) const;
};

/// The folder of --trace, nothing when none is named. Throws InputError when the folder cannot be written.
[[nodiscard]] std::unique_ptr<TraceFolder> trace_folder(std::string const& folder, RunInfo const& info);

}  // namespace conformance

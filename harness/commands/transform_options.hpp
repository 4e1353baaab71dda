#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/judge/report/run_info.hpp"
#include "harness/judge/run/exchange_trace.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/variations/carried_values.hpp"
#include "harness/judge/variations/crossed_vectors.hpp"
#include "harness/judge/variations/variation.hpp"

namespace conformance {

/// The options that have vectors played again with their input rewritten.
struct TransformOptions {
  std::string amount;              ///< --transforms: "usual" or "all"; "" when it is not given
  std::vector<std::string> names;  ///< --transform, repeatable
  std::uint64_t seed = 1;          ///< --seed

  /// Adds these options to a command. They must outlive the parse.
  void add_to(CLI::App& command);

  /// What these vectors, which must outlive it like the suite, are to be played under. Throws InputError for a name
  /// that no transform or no variation of it has.
  [[nodiscard]] VariationsByTransform variations(Suite const& suite, std::vector<Vector const*> const& vectors) const;
};

/// The folder of --trace, nothing when none is named. Throws InputError when the folder cannot be written.
[[nodiscard]] std::unique_ptr<TraceFolder> trace_folder(std::string const& folder, RunInfo const& info);

/// Which of the vectors are made that `run --transforms` plays.
struct GeneratedWanted {
  bool all = false;        ///< those of `--transforms all`
  std::uint64_t seed = 1;  ///< of the choice of hostile texts and crossings, and of the share
  std::size_t share = 1;   ///< made of one vector in so many
  Way way = Way::direct;   ///< in which they are played
};

/// The vectors that `run --transforms` makes by the pages of carried values and of crossings.
class GeneratedVectors {
 public:
  /// Of those of the suite, which must outlive it.
  GeneratedVectors(Suite const& suite, GeneratedWanted const& wanted);

  /// Those that are made of this one, their ids followed by what was rewritten.
  [[nodiscard]] std::vector<Vector> of(Vector const& vector) const;

 private:
  GeneratedWanted const wanted_;
  CarriedValues const carried_;
  CrossedVectors const crossed_;
};

}  // namespace conformance

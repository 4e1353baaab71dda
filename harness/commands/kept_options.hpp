#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "harness/proof/kept/kept_plays.hpp"
#include "harness/proof/kept/result_files.hpp"

namespace conformance {

/// What is done with results that are kept.
struct KeptOptions {
  std::optional<std::size_t> check;  ///< --check
  bool anew = false;                 ///< --anew
  bool record = false;               ///< --record

  /// Adds these options to a command. They must outlive the parse.
  void add_to(CLI::App& command);
  /// Without a seed, which results are checked is chosen by chance.
  [[nodiscard]] Playing playing(std::optional<std::uint64_t> seed) const;
};

/// Prints what turned out to be known wrongly.
void show_played(Played const& played);

/// Throws InputError without files.
[[nodiscard]] ResultFiles const& demand_files(std::optional<ResultFiles> const& files);

}  // namespace conformance

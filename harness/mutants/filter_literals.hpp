#pragma once

#include <string>
#include <vector>

#include "harness/mutants/mutant_pages.hpp"

namespace conformance::mutants {

/// The value of a text literal in the filter of a mutant, and where that mutant stands.
struct FilterLiteral {
  std::string value;
  std::string file;
  int line = 0;
  bool operator==(FilterLiteral const&) const = default;
};

/// The text literals of a jq program in order, those inside of interpolations too; of a text with an interpolation each
/// piece around it. Comments have none.
[[nodiscard]] std::vector<std::string> literals_of(std::string const& filter);

/// Those of all filters.
[[nodiscard]] std::vector<FilterLiteral> literals_of(std::vector<WrittenMutant> const& mutants);

}  // namespace conformance::mutants

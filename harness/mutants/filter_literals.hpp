#pragma once

#include <string>
#include <vector>

#include "harness/mutants/mutant_pages.hpp"

namespace conformance::mutants {

/// The value of a text literal, and where it stands: "mutants/7.1.yaml:3" for the filter of the mutant in that line,
/// "mutants/words.jq", "mutants/hooks, content".
struct FilterLiteral {
  std::string value;
  std::string place;
  bool operator==(FilterLiteral const&) const = default;
};

/// The text literals of a jq program in order, those inside of interpolations too; of a text with an interpolation each
/// piece around it. Comments have none.
[[nodiscard]] std::vector<std::string> literals_of(std::string const& filter);

/// Those of all filters, and of the words and programs that they use.
[[nodiscard]] std::vector<FilterLiteral> literals_of(MutantPages const& pages);

}  // namespace conformance::mutants

#include "harness/mutants/split_rules.hpp"

#include <utility>

namespace conformance::mutants {

bool is_blank(std::string const& text) {
  return without_leading_blanks(text).empty();
}

}  // namespace conformance::mutants

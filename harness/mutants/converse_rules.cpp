#include "harness/mutants/converse_rules.hpp"

#include <utility>

namespace conformance::mutants {

bool has_role(Json const& message, std::string const& role) {
  return member(message, "role") == role;
}

}  // namespace conformance::mutants

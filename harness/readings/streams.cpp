#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {

std::vector<ReadingRule> streams() {
  return {};
}

}  // namespace conformance::readings

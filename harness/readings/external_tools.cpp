#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {

std::vector<ReadingRule> external_tools() {
  return {};
}

}  // namespace conformance::readings

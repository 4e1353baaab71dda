#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {

std::vector<ReadingRule> responses_requests() {
  return {};
}

}  // namespace conformance::readings

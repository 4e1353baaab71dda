#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {

std::vector<ReadingRule> message_contract() {
  return {};
}

}  // namespace conformance::readings

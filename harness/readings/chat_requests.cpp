#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {

std::vector<ReadingRule> chat_requests() {
  return {};
}

}  // namespace conformance::readings

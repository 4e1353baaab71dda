#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {

std::vector<ReadingRule> documents_as_a_whole() {
  return {};
}

}  // namespace conformance::readings

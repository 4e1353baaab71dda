#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {

std::vector<ReadingRule> splitting() {
  return {};
}

}  // namespace conformance::readings

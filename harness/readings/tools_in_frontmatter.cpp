#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {

std::vector<ReadingRule> tools_in_frontmatter() {
  return {};
}

}  // namespace conformance::readings

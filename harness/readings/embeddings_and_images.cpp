#include "harness/mutants/rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {

std::vector<ReadingRule> embeddings_and_images() {
  return {};
}

}  // namespace conformance::readings

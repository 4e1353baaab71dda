#include "harness/commands/generated_vectors.hpp"

#include "harness/carried/carried_values.hpp"
#include "harness/crossings/crossed_vectors.hpp"

namespace conformance {

std::vector<Vector> generated_vectors(Suite const& suite) {
  std::vector<Vector const*> pointers;
  for (Vector const& vector : suite.corpus.vectors) pointers.push_back(&vector);
  std::vector<Vector> generated = rewritten_vectors(suite.corpus.vectors, CarriedValues(suite.carried, {}, pointers));
  std::vector<Vector> crossed = rewritten_vectors(suite.corpus.vectors, CrossedVectors(suite.crossings, {}));
  std::move(crossed.begin(), crossed.end(), std::back_inserter(generated));
  return generated;
}

}  // namespace conformance

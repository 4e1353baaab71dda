#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants {

// The others that break §8.6 are in spec/mutants/8.6.yaml; a filter cannot tell when items are handed on.
std::vector<Mutant> stream_text_mutants() {
  return {
      {.id = "items-told-with-the-answer",
       .clause = "P8.6-01",
       .breaks = "Items are handed on when the stream is over.",
       .answer = [](std::string const& operation, Json const& params,
                    AskReference const& reference) { return reference(operation, params); },
       .tells_late = [](std::string const&, Json const&) { return true; }},
  };
}

}  // namespace conformance::mutants

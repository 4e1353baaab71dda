#pragma once

#include "harness/judge/variations/crossing_page.hpp"

namespace conformance {

/// A page with three crossings of `split`; what the second adds takes the first to be there.
inline CrossingPage sample_crossing_page() {
  auto const crossing = [](std::string const& name, std::string const& change) {
    return Crossing{.name = name,
                    .clauses = {"P1.1-01"},
                    .because = "It changes nothing.",
                    .operations = {"split"},
                    .change = change,
                    .at = "spec/crossings.yaml:1"};
  };
  return {.words = "def with($members): .params |= $members + .;",
          .crossings = {crossing("texts/note", "with({note: 1})"),
                        crossing("texts/second-note", "if .params.note? then with({second: 2}) else . end"),
                        crossing("texts/in-files", ".files |= map_values(. + \"!\")")}};
}

}  // namespace conformance

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reference/support/sample_answers.hpp"

namespace prompty_tests {

/// What became of an answer: its items and outcome as JSON text, or the kind of the error that it caused.
struct ReadAnswer {
  std::string items;
  std::string outcome;     ///< "" when there is none
  std::string error_kind;  ///< "" unless an error of the library was raised

  bool operator==(ReadAnswer const&) const = default;
};

/// Has the answer read by a run of an agent that it is for. Its bytes arrive in pieces that end at `cuts`, which
/// ascend. Anything that is no error of the library passes through.
[[nodiscard]] ReadAnswer read_by_run(SampleAnswer const& answer, std::vector<std::size_t> const& cuts = {});

}  // namespace prompty_tests

#pragma once

#include <optional>
#include <vector>

#include "mock-provider/answer.hpp"
#include "mock-provider/choice.hpp"
#include "mock-provider/finding.hpp"

namespace mock_provider {

/// An answer, what the request check found on the way, and how the scenario came to it.
struct Outcome {
  Answer answer;
  std::vector<Finding> findings;
  std::optional<Choice> choice = {};  ///< nothing when no scenario answered
};

}  // namespace mock_provider

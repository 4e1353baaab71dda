#pragma once

#include <vector>

#include "mock-provider/answer.hpp"
#include "mock-provider/finding.hpp"

namespace mock_provider {

/// An answer and what the request check found on the way.
struct Outcome {
  Answer answer;
  std::vector<Finding> findings;
};

}  // namespace mock_provider

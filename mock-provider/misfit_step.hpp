#pragma once

#include <stdexcept>
#include <string>

namespace mock_provider {

/// A step that cannot answer the request that it takes. `what()` says why and how to mend the step, as the rest of a
/// sentence that begins with the step.
class MisfitStep : public std::runtime_error {
 public:
  explicit MisfitStep(std::string const& reason) : std::runtime_error(reason) {}
};

}  // namespace mock_provider

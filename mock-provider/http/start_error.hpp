#pragma once

#include <stdexcept>

namespace mock_provider {

/// The server cannot listen; `what()` is one sentence for the user.
class StartError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace mock_provider

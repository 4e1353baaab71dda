#pragma once

#include <stdexcept>

namespace conformance {

/// An error that the caller can fix on the command line or in a file that was named there. The message is one clear
/// sentence that says where (file, line or pointer), what, and how to fix it. Programs end with exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Nothing could be judged, or the harness itself failed. Programs end with exit code 3.
class HarnessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace conformance

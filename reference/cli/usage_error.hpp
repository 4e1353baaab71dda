#pragma once

#include <string>

namespace prompty::cli {

/// The command line is wrong in a way that its parser does not see; `message` says how, in half a sentence.
struct UsageError {
  std::string message;
};

}  // namespace prompty::cli

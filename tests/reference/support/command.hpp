#pragma once

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/command_line.hpp"

namespace prompty_tests {

/// What a command left.
struct Finished {
  int code;
  std::string out;
  std::string err;
};

/// Runs the command `prompty` in this process, with nothing on standard input.
inline Finished run_prompty(std::vector<std::string> words, std::vector<std::string> const& more = {}) {
  words.insert(words.end(), more.begin(), more.end());
  std::ostringstream out;
  std::ostringstream err;
  int const code = prompty::cli::run_command_line(std::move(words), out, err);
  return {code, out.str(), err.str()};
}

}  // namespace prompty_tests

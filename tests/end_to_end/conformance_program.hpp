#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "support/places.hpp"
#include "support/program.hpp"

namespace prompty_tests {

/// Adapters that split prompt files: one rightly, one up to the last delimiter.
inline std::string const split_adapter =
    std::string("python3 ") + prompty_tests::repository() + "/harness/adapters/python/split.py";
inline std::string const greedy_adapter =
    std::string("python3 ") + prompty_tests::repository() + "/tests/end_to_end/greedy_split.py";

/// Runs `prompty-conformance` with these words.
inline ProgramResult conformance(std::vector<std::string> words) {
  words.insert(words.begin(), built_program("prompty-conformance"));
  return run_program(words, std::chrono::seconds(200));
}

/// Judges an adapter with further words of `run`.
inline ProgramResult judge(std::string const& subject, std::vector<std::string> const& more = {}) {
  std::vector<std::string> words = {"run", "--subject", subject};
  words.insert(words.end(), more.begin(), more.end());
  return conformance(words);
}

}  // namespace prompty_tests

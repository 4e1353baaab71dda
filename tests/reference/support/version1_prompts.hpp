#pragma once

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "support/places.hpp"

namespace prompty_tests {

/// A prompt as authors wrote them for version 1 of the file format.
struct Version1Prompt {
  std::string name;
  std::string content;

  [[nodiscard]] bool has(std::string const& word) const { return name.find(word) != std::string::npos; }

  /// The name in letters and digits alone.
  [[nodiscard]] std::string test_name() const {
    std::string letters;
    std::copy_if(name.begin(), name.end(), std::back_inserter(letters),
                 [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
    return letters;
  }
};

inline void PrintTo(Version1Prompt const& prompt, std::ostream* out) {
  *out << prompt.name;
}

/// The folder of the file that some of them refer to.
inline std::string version1_folder() {
  return prompty_tests::repository() + "/tests/reference/load";
}

/// All in version1_prompts.txt, where a line "=== NAME" begins each.
inline std::vector<Version1Prompt> version1_prompts() {
  std::ifstream file(version1_folder() + "/version1_prompts.txt");
  std::vector<Version1Prompt> prompts;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("=== ")) {
      prompts.push_back({.name = line.substr(4), .content = {}});
    } else if (!prompts.empty()) {
      prompts.back().content += line + "\n";
    }
  }
  return prompts;
}

}  // namespace prompty_tests

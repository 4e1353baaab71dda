#pragma once

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/text_file.hpp"

namespace prompty_tests {

/// The values of a JSON Lines file, one a line.
[[nodiscard]] inline std::vector<nlohmann::ordered_json> json_lines(std::string const& path) {
  std::istringstream lines(text_of(path));
  std::vector<nlohmann::ordered_json> parsed;
  for (std::string line; std::getline(lines, line);) parsed.push_back(nlohmann::ordered_json::parse(line));
  return parsed;
}

}  // namespace prompty_tests

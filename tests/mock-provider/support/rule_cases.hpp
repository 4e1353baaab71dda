#pragma once

#include <string>
#include <vector>

namespace mock_provider_tests {

/// A request that breaks one rule and the nearest one that does not, both as JSON to be merged into a sound request
/// (RFC 7396).
struct RuleCase {
  std::string name;
  std::string rule;
  std::string broken;
  std::string pointer;  ///< where the finding points
  std::string sound;
};

[[nodiscard]] std::vector<RuleCase> rule_cases();

}  // namespace mock_provider_tests

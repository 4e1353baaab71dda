#pragma once

#include <vector>

#include "mock-provider/support/rule_cases.hpp"

namespace mock_provider_tests {

/// The cases of the rules for Anthropic's messages, to be merged into a sound message request.
[[nodiscard]] std::vector<RuleCase> messages_rule_cases();

}  // namespace mock_provider_tests

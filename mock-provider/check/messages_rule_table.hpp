#pragma once

#include <span>

#include "mock-provider/check/rule_table.hpp"

namespace mock_provider {

/// Every rule of Anthropic's messages, in the order in which they are looked at. Its errors have no code.
[[nodiscard]] std::span<Rule const> messages_rules();

}  // namespace mock_provider

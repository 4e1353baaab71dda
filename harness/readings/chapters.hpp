#pragma once

#include <vector>

#include "harness/readings/reading_rule.hpp"

namespace conformance::readings {

// A function for each chapter of decisions.md, in its order.
[[nodiscard]] std::vector<ReadingRule> properties();
[[nodiscard]] std::vector<ReadingRule> tools_in_frontmatter();
[[nodiscard]] std::vector<ReadingRule> rendering();
[[nodiscard]] std::vector<ReadingRule> chat_requests();
[[nodiscard]] std::vector<ReadingRule> responses_requests();
[[nodiscard]] std::vector<ReadingRule> executing();
[[nodiscard]] std::vector<ReadingRule> agent_loop();
[[nodiscard]] std::vector<ReadingRule> external_tools();
[[nodiscard]] std::vector<ReadingRule> message_contract();

}  // namespace conformance::readings

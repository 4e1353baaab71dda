#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "mock-provider/check/finding.hpp"

namespace mock_provider::part_rules {

/// Whether the text is a data URL or an address on the web, of which the providers take images.
[[nodiscard]] bool is_image_address(std::string_view text);

}  // namespace mock_provider::part_rules

namespace mock_provider::message_rules {

/// Holds the messages of a chat request against the provider's rules: roles, members and content of each role, tool
/// calls, and the pairing of calls and results.
void check(Json const& messages, FindingList& findings);

}  // namespace mock_provider::message_rules

#pragma once

#include "mock-provider/check/finding_list.hpp"

namespace mock_provider::messages_tools {

/// The rules about `tools` and `tool_choice` of a message request.
void check(Json const& body, FindingList& findings);

}  // namespace mock_provider::messages_tools

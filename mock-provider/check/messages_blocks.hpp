#pragma once

#include <string>

#include "mock-provider/check/finding_list.hpp"

namespace mock_provider::messages_blocks {

/// The rules about one content block of a message of that role (user, assistant or system), which stands at `pointer`.
void check(Json const& block, std::string const& role, std::string const& pointer, FindingList& findings);

}  // namespace mock_provider::messages_blocks

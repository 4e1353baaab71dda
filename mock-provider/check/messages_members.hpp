#pragma once

#include "mock-provider/check/finding_list.hpp"

namespace mock_provider::messages_members {

/// The rules about the members at the top of a message request, messages and tools themselves aside.
void check(Json const& body, FindingList& findings);

}  // namespace mock_provider::messages_members

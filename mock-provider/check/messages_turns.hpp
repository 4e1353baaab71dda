#pragma once

#include "mock-provider/check/finding.hpp"

namespace mock_provider::messages_turns {

/// The rules about the messages of a message request, one by one and in their order. What is no array is left to
/// others.
void check(Json const& messages, FindingList& findings);

}  // namespace mock_provider::messages_turns

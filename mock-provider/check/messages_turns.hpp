#pragma once

#include <string>
#include <string_view>

#include "mock-provider/check/finding.hpp"

namespace mock_provider::messages_blocks {

/// A finding when there are texts in the content of a message or in the system prompt, alone or as blocks, and all of
/// them are blank: beside one that is not, and within results of tools, the provider takes a blank one
/// (github.com/LibreChat-AI/agents/pull/124). `place` is "messages" or "system".
void check_blank(Json const& content, std::string_view place, std::string const& pointer, FindingList& findings);

}  // namespace mock_provider::messages_blocks

namespace mock_provider::messages_turns {

/// The rules about the messages of a message request, one by one and in their order. What is no array is left to
/// others.
void check(Json const& messages, FindingList& findings);

}  // namespace mock_provider::messages_turns

#pragma once

#include <string_view>

#include "prompty/core/tool.hpp"

namespace prompty {

/// Whether somebody has to agree before `function` of a server is called, by the tool's approvalMode: no when
/// it says nothing, and yes when it says what nobody knows.
[[nodiscard]] bool needs_approval(McpTool const& tool, std::string_view function);

}  // namespace prompty

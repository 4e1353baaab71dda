#pragma once

#include <string_view>

#include "prompty/core/tool.hpp"

namespace prompty {

/// Whether a call of `function` of a server needs approval, by the tool's approvalMode: no when
/// it says nothing, and yes when its value is unknown.
[[nodiscard]] bool needs_approval(McpTool const& tool, std::string_view function);

}  // namespace prompty

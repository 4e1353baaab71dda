#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/check/rule_table.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// Every rule of MCP's streamable HTTP that is looked at, in that order.
[[nodiscard]] std::span<Rule const> mcp_rules();

}  // namespace mock_provider

namespace mock_provider::mcp_check {

/// Every rule that a message posted to an MCP server breaks, headers first. `body` is its JSON; when that is no object,
/// its members are not looked at.
[[nodiscard]] std::vector<Finding> check(Headers const& headers, Json const& body);

}  // namespace mock_provider::mcp_check

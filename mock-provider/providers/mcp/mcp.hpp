#pragma once

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/scenario/player.hpp"
#include "mock-provider/scenario/route.hpp"

namespace mock_provider::mcp {

/// Answers a request on the route of an MCP server (streamable HTTP, answers as JSON, no stream of its own): a step
/// whose matcher names the path first, then initialize, ping, tools/list in pages and tools/call from the scenario's
/// `mcp`; nullptr for `player` is a server without tools.
[[nodiscard]] Outcome respond(Request const& request, Route const& route, Player* player, CheckMode check);

}  // namespace mock_provider::mcp

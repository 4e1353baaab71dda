#pragma once

#include <nlohmann/json_fwd.hpp>

#include "mock-provider/http/request.hpp"
#include "mock-provider/journal/journal.hpp"
#include "mock-provider/metrics.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/scenario/player.hpp"
#include "mock-provider/scenario/route.hpp"

namespace mock_provider::admin {

/// Answers a request below "/_mock/": health, scenarios, requests, reset, metrics, and the page for people.
[[nodiscard]] Answer respond(Request const& request, Route const& route, ScenarioTable& scenarios, Journal& journal,
                             Metrics const& metrics);

/// 404 for every request below "/_mock/" of a mock that keeps its inside to itself.
[[nodiscard]] Answer closed();

}  // namespace mock_provider::admin

#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::responses_events {

/// The event stream that builds up a whole response `body` (as responses_body::body makes it): created, in_progress,
/// for each output item its added, deltas and done, and at the end completed or incomplete with the whole body.
/// `sequence_number` counts from 0, ids are those of the body, and nothing follows the last event. `request` plays no
/// part.
[[nodiscard]] std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking);

}  // namespace mock_provider::responses_events

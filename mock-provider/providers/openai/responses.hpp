#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::responses_body {

/// The whole response object in which the provider would say `said` in answer to a Responses request: an item for
/// reasoning, one for the message unless there are only calls, one for each call. `finish_reason` length makes it
/// incomplete. There is no `output_text`: that field is made by clients. `seed` decides ids and times; any JSON is
/// taken for a request.
[[nodiscard]] Json body(Completion const& said, Json const& request, std::uint64_t seed);

/// What the mock says to a Responses request that no scenario answers, as `default_answer::to` does for chat.
[[nodiscard]] Completion default_answer(Json const& request);

}  // namespace mock_provider::responses_body

namespace mock_provider::responses_events {

/// The event stream that builds up a whole response `body` (as responses_body::body makes it): created, in_progress,
/// for each output item its added, deltas and done, and at the end completed or incomplete with the whole body.
/// `sequence_number` counts from 0, ids are those of the body, and nothing follows the last event. `request` plays no
/// part.
[[nodiscard]] std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking);

}  // namespace mock_provider::responses_events

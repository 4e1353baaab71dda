#pragma once

#include <cstdint>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::responses_body {

/// The whole response object in which the provider would say `said` in answer to a Responses request: an item for
/// reasoning, one for the message unless there are only calls, one for each call. `finish_reason` length makes it
/// incomplete. There is no `output_text`: that field is made by clients. `seed` decides ids and times; any JSON is
/// taken for a request.
[[nodiscard]] Json body(Completion const& said, Json const& request, std::uint64_t seed);

/// What the mock says to a Responses request that no scenario answers, as `default_answer::to` does for chat.
[[nodiscard]] Completion default_answer(Json const& request);

}  // namespace mock_provider::responses_body

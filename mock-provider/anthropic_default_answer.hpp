#pragma once

#include <nlohmann/json_fwd.hpp>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::anthropic_default_answer {

/// What the mock says to a message request that no scenario answers; the same to the same request. A forced tool is
/// called with sample input, an output format is met with sample JSON, everything else gets a sentence that names how
/// many messages came and quotes the last text. Any JSON is taken.
[[nodiscard]] Completion to(Json const& request);

}  // namespace mock_provider::anthropic_default_answer

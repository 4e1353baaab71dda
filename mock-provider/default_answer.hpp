#pragma once

#include <nlohmann/json_fwd.hpp>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::default_answer {

/// What the mock says to a chat request that no scenario answers; the same to the same request. A forced tool is called
/// with sample arguments, a response format is met with sample JSON, everything else gets a sentence that names how
/// many messages came and quotes the last text. Any JSON is taken.
[[nodiscard]] Completion to(Json const& request);

}  // namespace mock_provider::default_answer

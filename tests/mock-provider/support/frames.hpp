#pragma once

#include <string>
#include <vector>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider_tests {

/// The data of each server-sent event, `[DONE]` left out; a test failure for a frame that is not one whole event, or
/// whose name is not the type of its data.
[[nodiscard]] std::vector<mock_provider::Json> data_of(std::vector<std::string> const& frames);

/// The member `type` of each.
[[nodiscard]] std::vector<std::string> types_of(std::vector<mock_provider::Json> const& events);

}  // namespace mock_provider_tests

#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty {

/// What a model gets to read of the result of tools/call: the text of its parts in their order, a line each; of
/// what is no text, what it is. Without parts the structured content, and "" when there is none. Throws ValueError,
/// with that text, when the tool says that it failed, and when the result has no list of parts.
[[nodiscard]] Json read_mcp_result(Json const& result, std::string_view function);

}  // namespace prompty

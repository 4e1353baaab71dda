#pragma once

#include <string>
#include <string_view>

#include "prompty/core/agent.hpp"
#include "prompty/provider/api_type.hpp"

namespace prompty::openai {

/// The path and query below an Azure endpoint for what lies at `path` with OpenAI: that of the deployment which has the
/// model's id, with an `api-version`; Responses have no deployment in their path. Throws ValueError for a model
/// without id.
[[nodiscard]] std::string azure_path(PromptyAgent const& agent, ApiType type, std::string_view path);

}  // namespace prompty::openai

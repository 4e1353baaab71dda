#pragma once

#include <cstdint>

#include "mock-provider/json_text.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider {

/// How the provider behind a route puts what a scenario has it say.
struct Dialect {
  Json (*body)(Completion const& said, Json const& request, std::uint64_t seed);
  Json (*error_body)(ProviderError const& error);
  Headers (*error_headers)(ProviderError const& error);
  Completion (*default_answer)(Json const& request);
};

/// That of OpenAI's chat completions.
[[nodiscard]] Dialect const& chat_dialect();

}  // namespace mock_provider

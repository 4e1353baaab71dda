#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::completion {

/// The whole chat.completion body in which the provider would say `completion` in answer to `request` (a JSON body;
/// only its `model`, `messages` and `n` are looked at, and may have any type). `seed` decides ids and `created`. Usage
/// that is not given is estimated, four bytes of text to a token.
[[nodiscard]] Json body(Completion const& completion, Json const& request, std::uint64_t seed);

}  // namespace mock_provider::completion

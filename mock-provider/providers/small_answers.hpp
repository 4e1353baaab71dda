#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "mock-provider/values/json_text.hpp"

/// Answers that no model gives, to requests of any JSON.
namespace mock_provider::small_answers {

/// A moderation in which nothing is flagged, with a result for each input.
[[nodiscard]] Json moderation(Json const& request);

/// How many tokens these members of a request have together, of four bytes of JSON each.
[[nodiscard]] std::int64_t tokens_in(Json const& request, std::initializer_list<std::string_view> names);

}  // namespace mock_provider::small_answers

#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "mock-provider/values/json_text.hpp"

/// Answers that no model gives, to requests of any JSON.
namespace mock_provider::small_answers {

/// A moderation in which nothing is flagged, with a result for each input.
[[nodiscard]] Json moderation(Json const& request);

/// How many tokens of four bytes of JSON a request for a message, or for a response, says to the model: the number that
/// the routes which count tokens give, and the usage in an answer.
[[nodiscard]] std::int64_t tokens_of_message(Json const& request);
[[nodiscard]] std::int64_t tokens_of_response(Json const& request);

/// Why there is no answer on that path. Of an interface that the providers have and the mock has not it says so, and
/// where to read what is served.
[[nodiscard]] std::string no_such_path(std::string_view method, std::string_view path);

}  // namespace mock_provider::small_answers

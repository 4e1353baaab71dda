#pragma once

#include <cstddef>
#include <string_view>

#include "prompty/core/error.hpp"

/// The errors of streamed answers.
namespace prompty::errors {

[[nodiscard]] ValueError model_refused(std::string_view refusal);
[[nodiscard]] NotImplementedError streams_not_offered(std::string_view provider);
[[nodiscard]] NotImplementedError streams_not_processed(std::string_view provider);
[[nodiscard]] NotImplementedError api_type_not_streamed(std::string_view api_type);

// Event streams
[[nodiscard]] ValueError answer_not_a_stream(std::string_view url, std::string_view content_type);
[[nodiscard]] ValueError event_too_large(std::size_t most_bytes);
[[nodiscard]] ValueError event_not_json(std::string_view data);
/// `source` is an address, or who else gave the answer; `request_id` is "" when it is not known.
[[nodiscard]] ConnectionError stream_cut_short(std::string_view source, std::string_view missing,
                                               std::string_view request_id = "");
/// `message` is what the provider says about it.
[[nodiscard]] ExecuteError provider_failed_in_stream(std::string_view source, int status, std::string_view message,
                                                     std::string_view request_id = "");

}  // namespace prompty::errors

#pragma once

#include "prompty/core/error.hpp"

namespace prompty::errors {

[[nodiscard]] ValueError empty_embedding_response();
[[nodiscard]] ValueError empty_image_response();
[[nodiscard]] ValueError response_failed(std::string_view message);
[[nodiscard]] ValueError model_refused(std::string_view refusal);
/// `source` is an address, or who else gave the answer; `request_id` is "" when it is not known.
[[nodiscard]] ConnectionError stream_ended_early(std::string_view source, std::string_view missing,
                                                 std::string_view request_id = "");
/// `message` is what the provider says about it.
[[nodiscard]] ExecuteError provider_failed_in_stream(std::string_view source, int status, std::string_view message,
                                                     std::string_view request_id = "");

}  // namespace prompty::errors

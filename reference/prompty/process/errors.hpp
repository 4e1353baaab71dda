#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

inline constexpr Wording<ValueError> empty_embedding_response{"Empty embedding response", "P8.2-01"};
inline constexpr Wording<ValueError> empty_image_response{"Empty image response", "P8.3-01"};
[[nodiscard]] ValueError response_failed(std::string_view message);
inline constexpr Wording<ValueError, std::string_view> model_refused{"Model refused: {}", "P8.6-11"};
/// `source` is an address, or who else gave the answer; `request_id` is "" when it is not known.
[[nodiscard]] ConnectionError stream_ended_early(std::string_view source, std::string_view missing,
                                                 std::string_view request_id = "");
/// `message` is what the provider says about it.
[[nodiscard]] ExecuteError provider_failed_in_stream(std::string_view source, int status, std::string_view message,
                                                     std::string_view request_id = "");

}  // namespace prompty::errors

#pragma once

#include "prompty/core/errors.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty::errors {

inline constexpr Wording<ValueError> empty_embedding_response{"Empty embedding response", "P8.2-01"};
inline constexpr Wording<ValueError> empty_image_response{"Empty image response", "P8.3-01"};
inline constexpr Wording<ValueError, std::string_view> response_failed{"{}", "P8.4-01"};
inline constexpr Wording<ValueError, std::string_view> model_refused{"Model refused: {}", "P8.6-11"};

inline constexpr Wording<ValueError, std::string_view> old_function_call{
    "The model calls '{}' in the old member function_call, which has no id that a result could name; the server has to "
    "answer with tool_calls",
    "P8.1-14"};

/// How a message ends that is about a request; "" when its id is not known.
[[nodiscard]] inline std::string in_brackets(std::string_view request_id) {
  return request_id.empty() ? "" : fmt::format(" (request id {})", request_id);
}
/// `source` is an address, or who else gave the answer; `request_id` is "" when it is not known.
[[nodiscard]] inline ConnectionError stream_ended_early(std::string_view source, std::string_view missing,
                                                        std::string_view request_id = "") {
  return ConnectionError(fmt::format("The answer from {} was cut short: it ended before {}{}",
                                     without_url_secrets(source), missing, in_brackets(request_id)));
}
/// `message` is what the provider says about it.
[[nodiscard]] inline ExecuteError provider_failed_in_stream(std::string_view source, std::string_view message,
                                                            std::string_view request_id = "") {
  constexpr int status_of_streams = 200;
  return ExecuteError(fmt::format("{} failed in the middle of its answer: {}{}", without_url_secrets(source), message,
                                  in_brackets(request_id)),
                      status_of_streams, std::string(request_id));
}

}  // namespace prompty::errors

#pragma once

#include "prompty/core/error.hpp"

namespace prompty::errors {

[[nodiscard]] ValueError unsupported_api_type(std::string_view api_type);
[[nodiscard]] ValueError unsupported_anthropic_api_type(std::string_view api_type);
[[nodiscard]] NotImplementedError api_type_not_streamed(std::string_view api_type);
[[nodiscard]] ValueError deployment_missing(std::string_view provider);
[[nodiscard]] ValueError connection_missing();
[[nodiscard]] ValueError unknown_connection_kind(std::string_view kind);
[[nodiscard]] ValueError connection_field_missing(std::string_view kind, std::string_view field);
[[nodiscard]] ValueError connection_not_registered(std::string_view name);
[[nodiscard]] ExecuteError provider_refused(std::string_view url, int status, std::string_view message,
                                            std::string_view request_id);
/// `target` is where the answer points, without its query; "" when it does not say.
[[nodiscard]] ExecuteError redirect_not_followed(std::string_view url, int status, std::string_view target,
                                                 std::string_view request_id);
[[nodiscard]] ValueError answer_not_json(std::string_view url, int status);
[[nodiscard]] ValueError answer_not_a_stream(std::string_view url, std::string_view content_type);
[[nodiscard]] ValueError event_not_json(std::string_view data);
[[nodiscard]] AnswerLimitError event_of_stream_too_large(std::string_view url, std::size_t max_event_bytes);

}  // namespace prompty::errors

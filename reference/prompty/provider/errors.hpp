#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

inline constexpr Wording<ValueError, std::string_view> unsupported_api_type{
    "Unsupported API type: {} (model.apiType is chat, embedding, image or responses)"};
inline constexpr Wording<ValueError, std::string_view> unsupported_anthropic_api_type{
    "Unsupported API type: {} (the provider anthropic has only chat)"};
inline constexpr Wording<NotImplementedError, std::string_view> api_type_not_streamed{
    "Answers of the API type '{}' are not streamed; ask for a complete answer instead"};
inline constexpr Wording<ValueError, std::string_view> deployment_missing{
    "model.id is missing: the provider {} takes it as the name of the deployment to ask"};
inline constexpr Wording<ValueError> connection_missing{
    "model.connection is missing: give one of kind 'key' with endpoint and apiKey, or of kind 'anonymous' with "
    "endpoint"};
inline constexpr Wording<ValueError, std::string_view> unknown_connection_kind{
    "model.connection.kind '{}' is unknown; use key, reference, remote, anonymous, foundry or oauth", "P2.5-02"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> connection_field_missing{
    "model.connection.{1} is missing: a connection of kind '{0}' needs it", "P2.5-09"};
inline constexpr Wording<ValueError, std::string_view> connection_not_registered{
    "model.connection.name: no connection is registered under '{}'; register a client with that name before the prompt "
    "runs",
    "P11.1-08"};
[[nodiscard]] ExecuteError provider_refused(std::string_view url, int status, std::string_view message,
                                            std::string_view request_id);
/// `target` is where the answer points, without its query; "" when it does not say.
[[nodiscard]] ExecuteError redirect_not_followed(std::string_view url, int status, std::string_view target,
                                                 std::string_view request_id);
[[nodiscard]] ValueError answer_not_json(std::string_view url, int status);
[[nodiscard]] ValueError answer_not_a_stream(std::string_view url, std::string_view content_type);
[[nodiscard]] ValueError event_not_json(std::string_view data);
inline constexpr Wording<AnswerLimitError, std::string_view, std::size_t> event_of_stream_too_large{
    "An event in the stream of {} has more than {} bytes; raise max_event_bytes (--max-event-bytes), or request less"};

}  // namespace prompty::errors

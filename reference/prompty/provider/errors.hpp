#pragma once

#include "prompty/process/errors.hpp"

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
[[nodiscard]] inline ExecuteError provider_refused(std::string_view url, int status, std::string_view message,
                                                   std::string_view request_id) {
  return ExecuteError(fmt::format("{} answered with status {}: {}{}", without_url_secrets(url), status, message,
                                  in_brackets(request_id)),
                      status, std::string(request_id));
}
/// `target` is where the answer points, without its query; "" when it does not say.
[[nodiscard]] inline ExecuteError redirect_not_followed(std::string_view url, int status, std::string_view target,
                                                        std::string_view request_id) {
  std::string const where = target.empty() ? "elsewhere" : fmt::format("to {}", without_url_secrets(target));
  return ExecuteError(fmt::format("{} answered with status {} and points {}, where credentials are not sent along; if "
                                  "that is the provider, make it the endpoint of model.connection{}",
                                  without_url_secrets(url), status, where, in_brackets(request_id)),
                      status, std::string(request_id));
}
[[nodiscard]] inline ValueError answer_not_json(std::string_view url, int status) {
  return unexpected_response(
      fmt::format("{} answered with status {} and a body that is not JSON", without_url_secrets(url), status));
}
[[nodiscard]] inline ValueError answer_not_a_stream(std::string_view url, std::string_view content_type) {
  return unexpected_response(fmt::format("{} answered with {} instead of text/event-stream", without_url_secrets(url),
                                         content_type.empty() ? "no content type" : content_type));
}
[[nodiscard]] inline ValueError event_not_json(std::string_view data) {
  constexpr std::size_t shown_bytes = 80;
  return unexpected_response(fmt::format("the data of an event must be JSON or [DONE], not {}{}",
                                         data.substr(0, shown_bytes), data.size() > shown_bytes ? " ..." : ""));
}
inline constexpr Wording<AnswerLimitError, std::string_view, std::size_t> event_of_stream_too_large{
    "An event in the stream of {} has more than {} bytes; raise max_event_bytes (--max-event-bytes), or request less"};

}  // namespace prompty::errors

#pragma once

#include "prompty/core/errors.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty::errors {

[[nodiscard]] inline ValueError invalid_url(std::string_view url, std::string_view reason) {
  return ValueError(fmt::format("The URL '{}' cannot be used: {}", without_url_secrets(url), reason));
}
inline constexpr Wording<ValueError, std::string_view> invalid_header{
    "The value for header {} holds a line break or another control character"};
/// `proxy` is shown as it is: it must hold no credentials.
inline constexpr Wording<ValueError, std::string_view, std::string_view, std::string_view> invalid_proxy{
    "The proxy in {0} cannot be used: {2} ({1})"};
[[nodiscard]] inline ConnectionError proxy_failed(std::string_view url, std::string_view proxy,
                                                  std::string_view cause) {
  return ConnectionError(fmt::format("No answer from {}: the proxy {} {}", without_url_secrets(url), proxy, cause));
}
[[nodiscard]] inline ConnectionError no_answer(std::string_view url, std::string_view cause) {
  return ConnectionError(fmt::format("No answer from {}: {}", without_url_secrets(url), cause));
}
inline constexpr Wording<CancelledError, std::string_view> request_cancelled{
    "The request to {} was cancelled before its answer came"};
inline constexpr Wording<AnswerLimitError, std::string_view, std::size_t> answer_line_too_long{
    "No answer from {}: its status line, a header, or the line before a chunk has more than {} bytes; have the server "
    "send shorter ones"};
inline constexpr Wording<AnswerLimitError, std::string_view, std::size_t> answer_headers_too_large{
    "No answer from {}: its headers have more than {} bytes; raise max_header_bytes, or have the server send fewer"};
inline constexpr Wording<AnswerLimitError, std::string_view, std::size_t> answer_too_large{
    "The answer of {} has more than {} bytes; raise max_answer_bytes (--max-answer-bytes), or request less"};
inline constexpr Wording<AnswerLimitError, std::string_view, std::size_t> stream_too_large{
    "The stream of {} has more than {} bytes; raise max_stream_bytes (--max-stream-bytes), or request less"};
inline constexpr Wording<AnswerLimitError, std::string_view, double> answer_too_slow{
    "No answer from {}: it was not complete within {} seconds; raise total_timeout (--total-timeout), or request less"};
inline constexpr Wording<AnswerLimitError, std::string_view> no_memory_for_answer{
    "No answer from {}: there is not enough memory for it; lower max_answer_bytes (--max-answer-bytes) to fail sooner, "
    "or request less"};
[[nodiscard]] inline ValueError event_too_large(std::size_t max_bytes) {
  return unexpected_response(
      fmt::format("an event of the stream is larger than {} bytes, which is as much as is kept", max_bytes));
}

}  // namespace prompty::errors

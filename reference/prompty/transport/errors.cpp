#include "prompty/transport/errors.hpp"

#include <fmt/core.h>

#include "prompty/core/secrets.hpp"

namespace prompty::errors {

ValueError invalid_url(std::string_view url, std::string_view reason) {
  return ValueError(fmt::format("The URL '{}' cannot be used: {}", without_url_secrets(url), reason));
}

ValueError invalid_header(std::string_view name) {
  return ValueError(fmt::format("The value for header {} holds a line break or another control character", name));
}

ValueError invalid_proxy(std::string_view variable, std::string_view proxy, std::string_view reason) {
  return ValueError(fmt::format("The proxy in {} cannot be used: {} ({})", variable, reason, proxy));
}

ConnectionError proxy_failed(std::string_view url, std::string_view proxy, std::string_view cause) {
  return ConnectionError(fmt::format("No answer from {}: the proxy {} {}", without_url_secrets(url), proxy, cause));
}

ConnectionError no_answer(std::string_view url, std::string_view cause) {
  return ConnectionError(fmt::format("No answer from {}: {}", without_url_secrets(url), cause));
}

CancelledError request_cancelled(std::string_view whom) {
  return CancelledError(fmt::format("The request to {} was cancelled before its answer came", whom));
}

AnswerLimitError answer_line_too_long(std::string_view url, std::size_t max_line_bytes) {
  return AnswerLimitError(
      fmt::format("No answer from {}: its status line, a header, or the line before a chunk has more than {} bytes; "
                  "have the server send shorter ones",
                  url, max_line_bytes));
}

AnswerLimitError answer_headers_too_large(std::string_view url, std::size_t max_header_bytes) {
  return AnswerLimitError(
      fmt::format("No answer from {}: its headers have more than {} bytes; raise max_header_bytes, or have the server "
                  "send fewer",
                  url, max_header_bytes));
}

AnswerLimitError answer_too_large(std::string_view url, std::size_t max_answer_bytes) {
  return AnswerLimitError(fmt::format(
      "The answer of {} has more than {} bytes; raise max_answer_bytes (--max-answer-bytes), or request less", url,
      max_answer_bytes));
}

AnswerLimitError stream_too_large(std::string_view url, std::size_t max_stream_bytes) {
  return AnswerLimitError(fmt::format(
      "The stream of {} has more than {} bytes; raise max_stream_bytes (--max-stream-bytes), or request less", url,
      max_stream_bytes));
}

AnswerLimitError answer_too_slow(std::string_view url, double total_seconds) {
  return AnswerLimitError(
      fmt::format("No answer from {}: it was not complete within {} seconds; raise total_timeout (--total-timeout), or "
                  "request less",
                  url, total_seconds));
}

AnswerLimitError no_memory_for_answer(std::string_view url) {
  return AnswerLimitError(
      fmt::format("No answer from {}: there is not enough memory for it; lower max_answer_bytes (--max-answer-bytes) "
                  "to fail sooner, or request less",
                  url));
}

ValueError event_too_large(std::size_t max_bytes) {
  return ValueError(
      fmt::format("Unexpected response format: an event of the stream is larger than {} bytes, which is as much as is "
                  "kept",
                  max_bytes));
}

}  // namespace prompty::errors

#include "prompty/core/error_catalogue_answers.hpp"

#include <fmt/core.h>

namespace prompty::errors {

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

AnswerLimitError event_of_stream_too_large(std::string_view url, std::size_t max_event_bytes) {
  return AnswerLimitError(
      fmt::format("An event in the stream of {} has more than {} bytes; raise max_event_bytes (--max-event-bytes), or "
                  "request less",
                  url, max_event_bytes));
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

}  // namespace prompty::errors

#pragma once

#include "prompty/core/error.hpp"

namespace prompty::errors {

[[nodiscard]] ValueError invalid_url(std::string_view url, std::string_view reason);
[[nodiscard]] ValueError invalid_header(std::string_view name);
/// `proxy` is shown as it is: it must hold no credentials.
[[nodiscard]] ValueError invalid_proxy(std::string_view variable, std::string_view proxy, std::string_view reason);
[[nodiscard]] ConnectionError proxy_failed(std::string_view url, std::string_view proxy, std::string_view cause);
[[nodiscard]] ConnectionError no_answer(std::string_view url, std::string_view cause);
[[nodiscard]] CancelledError request_cancelled(std::string_view whom);
[[nodiscard]] AnswerLimitError answer_line_too_long(std::string_view url, std::size_t max_line_bytes);
[[nodiscard]] AnswerLimitError answer_headers_too_large(std::string_view url, std::size_t max_header_bytes);
[[nodiscard]] AnswerLimitError answer_too_large(std::string_view url, std::size_t max_answer_bytes);
[[nodiscard]] AnswerLimitError stream_too_large(std::string_view url, std::size_t max_stream_bytes);
[[nodiscard]] AnswerLimitError answer_too_slow(std::string_view url, double total_seconds);
[[nodiscard]] AnswerLimitError no_memory_for_answer(std::string_view url);
[[nodiscard]] ValueError event_too_large(std::size_t max_bytes);

}  // namespace prompty::errors

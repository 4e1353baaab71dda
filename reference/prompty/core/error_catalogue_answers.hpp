#pragma once

#include <cstddef>
#include <string_view>

#include "prompty/core/error.hpp"

/// The errors of answers that go beyond what a transport puts up with. Each names the option that says how much that
/// is, as the library and, where it has one, the command call it.
namespace prompty::errors {

[[nodiscard]] AnswerLimitError answer_line_too_long(std::string_view url, std::size_t max_line_bytes);
[[nodiscard]] AnswerLimitError answer_headers_too_large(std::string_view url, std::size_t max_header_bytes);
[[nodiscard]] AnswerLimitError answer_too_large(std::string_view url, std::size_t max_answer_bytes);
[[nodiscard]] AnswerLimitError stream_too_large(std::string_view url, std::size_t max_stream_bytes);
[[nodiscard]] AnswerLimitError event_of_stream_too_large(std::string_view url, std::size_t max_event_bytes);
[[nodiscard]] AnswerLimitError answer_too_slow(std::string_view url, double total_seconds);
[[nodiscard]] AnswerLimitError no_memory_for_answer(std::string_view url);

}  // namespace prompty::errors

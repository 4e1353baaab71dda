#pragma once

#include <string>

#include "mock-provider/answer.hpp"
#include "mock-provider/http/answer_writer.hpp"

namespace mock_provider::http::answer_head {

/// The status line and the headers of an answer with the empty line after them.
[[nodiscard]] std::string text(Answer const& answer, AnswerForm const& form);

}  // namespace mock_provider::http::answer_head

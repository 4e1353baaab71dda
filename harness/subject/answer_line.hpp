#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "harness/subject/subject.hpp"

namespace conformance {

/// A response: its id and the whole message.
struct AnswerMessage {
  std::int64_t id = 0;
  Json message;
};

/// An `item` notification of a stream that is being served.
struct ItemNotification {
  std::int64_t id = 0;  ///< of the request
  Json item;
};

/// A line that is no message of the protocol; `problem` is one sentence.
struct UnreadableLine {
  std::string problem;
};

/// What one line of an adapter's standard output holds. Nesting deeper than 512 levels is unreadable, so that nothing
/// behind this door has to fear for its stack.
[[nodiscard]] std::variant<AnswerMessage, ItemNotification, UnreadableLine> decode_answer_line(std::string_view line);

}  // namespace conformance

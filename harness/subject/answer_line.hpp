#pragma once

#include <cstddef>
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
  std::size_t bytes = 0;  ///< about what it takes in memory
};

/// A line that is no message of the protocol; `problem` is one sentence.
struct UnreadableLine {
  std::string problem;
};

/// What one line of an adapter's standard output holds. Nesting deeper than 512 levels, more than 500,000 values
/// and an object of more than 4,096 members are unreadable, so that nothing behind this door has to fear for its stack,
/// memory or time. Of a member that occurs twice the last counts.
[[nodiscard]] std::variant<AnswerMessage, ItemNotification, UnreadableLine> decode_answer_line(std::string_view line);

}  // namespace conformance

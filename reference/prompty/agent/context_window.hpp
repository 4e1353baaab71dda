#pragma once

#include <cstddef>
#include <vector>

#include "prompty/core/message.hpp"

namespace prompty {

/// How much of a budget a conversation takes: code points of the values of all parts and of the metadata as JSON
///
[[nodiscard]] std::size_t characters_in(std::vector<Message> const& messages);

/// A conversation that was made to fit, and how many messages went.
struct Fitted {
  std::vector<Message> messages;
  std::size_t removed = 0;
};

/// The conversation without its oldest messages, as many as have to go to fit into `budget` characters. System messages
/// and the last two others always stay, and results of calls go and stay with their calls. What went is summed
/// up in a message of the user behind the leading system messages.
[[nodiscard]] Fitted fit_into(std::vector<Message> messages, std::size_t budget);

}  // namespace prompty

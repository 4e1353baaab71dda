#pragma once

#include "prompty/core/message.hpp"

namespace prompty::threads {

/// The messages with each placeholder in their text replaced by the value that `rich_values` has for it. A thread
/// splits its message: the text before it and the text after it are messages of the same role and metadata, unless they
/// are blank, and the thread's own messages stand between them as they are. An image, file or audio becomes a part
/// between parts of text. A stretch of text beside a value loses the blank lines at its ends, and goes when it is
/// blank. A placeholder of another nonce or input is text; the nonce has any length. Values are not searched.
[[nodiscard]] std::vector<Message> splice(std::vector<Message> messages, RichValues const& rich_values);

}  // namespace prompty::threads

#pragma once

#include <string>
#include <vector>

#include "prompty/core/message.hpp"

namespace prompty::cli {

/// The conversation for a person to read, a paragraph a message: its role, its text, parts that are no text by their
/// kind, and calls of tools as `call_line` shows them.
[[nodiscard]] std::string history_of(std::vector<Message> const& messages);

}  // namespace prompty::cli

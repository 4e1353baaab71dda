#pragma once

#include <string>
#include <vector>

#include "prompty/core/message.hpp"

namespace prompty::cli {

/// Writes the conversation with the prompt file as JSON, `{"prompt", "messages"}`, in place of what the file at `path`
/// held, which stays whole if that fails. Only its owner may read a new file. Throws RuntimeError when it cannot be
/// written, and for what is no regular file, such as a link.
void save_conversation(std::string const& path, std::string const& prompt_file, std::vector<Message> const& messages);

/// The messages of a file that `save_conversation` wrote. Throws ValueError for another file, and what `read_file`
/// throws.
[[nodiscard]] std::vector<Message> saved_conversation(std::string const& path);

}  // namespace prompty::cli

#pragma once

#include "cli/turn.hpp"

namespace prompty::cli {

/// The conversation for a person to read, a paragraph a message: its role, its text, parts that are no text by their
/// kind, and calls of tools as `call_line` shows them.
[[nodiscard]] std::string history_of(std::vector<Message> const& messages);

/// Writes the conversation with the prompt file as JSON, `{"prompt", "messages"}`, in place of what the file at `path`
/// held, which stays whole if that fails. Only its owner may read a new file. Throws RuntimeError when it cannot be
/// written, and for what is no regular file, such as a link.
void save_conversation(std::string const& path, std::string const& prompt_file, std::vector<Message> const& messages);

/// The messages of a file that `save_conversation` wrote. Throws ValueError for another file, and what `read_file`
/// throws.
[[nodiscard]] std::vector<Message> saved_conversation(std::string const& path);

/// A conversation in a terminal, or with a program: takes turns until the end of the input. A turn that fails or is
/// interrupted leaves it as it was before. Returns the exit code of the process: 0, or for lines of a program 1 after a
/// failed turn and `interrupted_code` after an interrupted one. Throws what `prepare` and `saved_conversation` throw.
[[nodiscard]] int chat(std::shared_ptr<TurnContext const> const& setting, LineReader& lines, Console const& console);

}  // namespace prompty::cli

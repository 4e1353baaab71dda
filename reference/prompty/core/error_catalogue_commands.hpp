#pragma once

#include <chrono>
#include <string_view>

#include "prompty/core/error.hpp"

/// The errors of programs that carry out calls of tools, and of answers and conversations that are kept in files.
namespace prompty::errors {

[[nodiscard]] RuntimeError command_not_started(std::string_view program, std::string_view reason);
[[nodiscard]] RuntimeError command_failed(std::string_view program, int exit_code, std::string_view said);
[[nodiscard]] RuntimeError command_timed_out(std::string_view program, std::chrono::milliseconds limit);
[[nodiscard]] RuntimeError command_too_talkative(std::string_view program);
[[nodiscard]] CancelledError command_cancelled(std::string_view program);

[[nodiscard]] RuntimeError answer_not_written(std::string_view file, std::string_view reason);
[[nodiscard]] ValueError saved_conversation_malformed(std::string_view file, std::string_view reason);
[[nodiscard]] RuntimeError conversation_not_saved(std::string_view file, std::string_view reason);
/// `kind` is "a symbolic link" or the like.
[[nodiscard]] RuntimeError conversation_would_replace(std::string_view file, std::string_view kind);

}  // namespace prompty::errors

#pragma once

#include "prompty/core/describe.hpp"
#include "prompty/core/error.hpp"

namespace prompty::cli {

/// The command line is wrong in a way that its parser does not see; `message` says how, in half a sentence.
struct UsageError {
  std::string message;
};

}  // namespace prompty::cli

namespace prompty::errors {

// Files that the command line names. `kind` is "a device", "a symbolic link" or the like, "" for a file that has become
// another one meanwhile.
[[nodiscard]] FileNotFoundError named_file_not_found(std::string_view path);
[[nodiscard]] RuntimeError named_file_unreadable(std::string_view path, std::string_view reason);
[[nodiscard]] RuntimeError named_file_of_wrong_kind(std::string_view path, std::string_view kind);
[[nodiscard]] ValueError named_file_too_large(std::string_view path, std::size_t max_bytes);
[[nodiscard]] RuntimeError answer_not_written(std::string_view file, std::string_view reason);
[[nodiscard]] ValueError saved_conversation_malformed(std::string_view file, std::string_view reason);
[[nodiscard]] RuntimeError conversation_not_saved(std::string_view file, std::string_view reason);
[[nodiscard]] RuntimeError conversation_would_replace(std::string_view file, std::string_view kind);

// Commands of tools
[[nodiscard]] RuntimeError command_not_started(std::string_view program, std::string_view reason);
[[nodiscard]] RuntimeError command_failed(std::string_view program, int exit_code, std::string_view said);
[[nodiscard]] RuntimeError command_timed_out(std::string_view program, std::chrono::milliseconds limit);
[[nodiscard]] RuntimeError command_output_too_large(std::string_view program);
[[nodiscard]] CancelledError command_cancelled(std::string_view program);

}  // namespace prompty::errors

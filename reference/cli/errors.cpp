#include "cli/errors.hpp"

#include <fmt/core.h>

namespace prompty::errors {

FileNotFoundError named_file_not_found(std::string_view path) {
  return FileNotFoundError(fmt::format("File not found: {}", path));
}

RuntimeError named_file_unreadable(std::string_view path, std::string_view reason) {
  return RuntimeError(fmt::format("File cannot be read: {}: {}", path, reason));
}

RuntimeError named_file_of_wrong_kind(std::string_view path, std::string_view kind) {
  return RuntimeError(fmt::format("File cannot be read: {} is {}; name a regular file, or write what it gives into one",
                                  path, kind.empty() ? "no regular file" : kind));
}

ValueError named_file_too_large(std::string_view path, std::size_t max_bytes) {
  return ValueError(fmt::format("File is too large: {} holds more than {} bytes; name a smaller one", path, max_bytes));
}

RuntimeError answer_not_written(std::string_view file, std::string_view reason) {
  return RuntimeError(
      fmt::format("The answer could not be written to {}: {}; name a file that can be written", file, reason));
}

ValueError saved_conversation_malformed(std::string_view file, std::string_view reason) {
  return ValueError(
      fmt::format("{} holds no conversation: {}; name a file that /save of prompty chat wrote", file, reason));
}

RuntimeError conversation_not_saved(std::string_view file, std::string_view reason) {
  return RuntimeError(fmt::format("The conversation could not be saved in {}: {}; is its folder there?", file, reason));
}

RuntimeError conversation_would_replace(std::string_view file, std::string_view kind) {
  return RuntimeError(
      fmt::format("The conversation was not saved in {0}: {0} is {1}, which saving would replace; name a regular file "
                  "or one that is not there yet",
                  file, kind));
}

RuntimeError command_not_started(std::string_view program, std::string_view reason) {
  return RuntimeError(fmt::format(
      "The program {} could not be started: {}; name a program that is there and may be run", program, reason));
}

RuntimeError command_failed(std::string_view program, int exit_code, std::string_view said) {
  if (said.empty()) return RuntimeError(fmt::format("{} ended with code {} and said nothing", program, exit_code));
  return RuntimeError(fmt::format("{} ended with code {}: {}", program, exit_code, said));
}

RuntimeError command_timed_out(std::string_view program, std::chrono::milliseconds limit) {
  return RuntimeError(fmt::format("{} did not end within {:g} seconds and was killed; --tool-timeout gives it more",
                                  program, std::chrono::duration<double>(limit).count()));
}

RuntimeError command_output_too_large(std::string_view program) {
  return RuntimeError(fmt::format("{} printed more than 16 MiB and was killed; a tool has to print less", program));
}

CancelledError command_cancelled(std::string_view program) {
  return CancelledError(fmt::format("{} was killed since the turn was cancelled", program));
}

}  // namespace prompty::errors

#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::cli {

/// The command line is wrong in a way that its parser does not see; `message` says how, in half a sentence.
struct UsageError {
  std::string message;
};

}  // namespace prompty::cli

namespace prompty::errors {

// Prompt files
[[nodiscard]] inline ValueError file_of_version_1(std::string_view path, std::string_view member, Place const& place) {
  std::string const problem = fmt::format("This file is of version 1 of the format: {} has another name now", member);
  return explained(problem + ": " + describe_place(place),
                   {.problem = problem, .hint = fmt::format("prompty migrate --write {} changes it", path)}, place);
}

// Files that the command line names. `kind` is "a device", "a symbolic link" or the like, "" for a file that has become
// another one meanwhile.
inline constexpr Wording<FileNotFoundError, std::string_view> named_file_not_found{"File not found: {}"};
inline constexpr Wording<RuntimeError, std::string_view, std::string_view> named_file_unreadable{
    "File cannot be read: {}: {}"};
[[nodiscard]] inline RuntimeError named_file_of_wrong_kind(std::string_view path, std::string_view kind) {
  return RuntimeError(fmt::format("File cannot be read: {} is {}; name a regular file, or write what it gives into one",
                                  path, kind.empty() ? "no regular file" : kind));
}
inline constexpr Wording<ValueError, std::string_view, std::size_t> named_file_too_large{
    "File is too large: {} holds more than {} bytes; name a smaller one"};
inline constexpr Wording<RuntimeError, std::string_view, std::string_view> answer_not_written{
    "The answer could not be written to {}: {}; name a file that can be written"};
inline constexpr Wording<RuntimeError, std::string_view, std::string_view> file_not_migrated{
    "The migrated prompt could not be written to {}: {}; name a file that can be written"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> saved_conversation_malformed{
    "{} holds no conversation: {}; name a file that /save of prompty chat wrote"};
inline constexpr Wording<RuntimeError, std::string_view, std::string_view> conversation_not_saved{
    "The conversation could not be saved in {}: {}; is its folder there?"};
inline constexpr Wording<RuntimeError, std::string_view, std::string_view> conversation_would_replace{
    "The conversation was not saved in {0}: {0} is {1}, which saving would replace; name a regular file or one that is "
    "not there yet"};

// Commands of tools
inline constexpr Wording<RuntimeError, std::string_view, std::string_view> command_not_started{
    "The program {} could not be started: {}; name a program that is there and may be run"};
[[nodiscard]] inline RuntimeError command_failed(std::string_view program, int exit_code, std::string_view said) {
  if (said.empty()) return RuntimeError(fmt::format("{} ended with code {} and said nothing", program, exit_code));
  return RuntimeError(fmt::format("{} ended with code {}: {}", program, exit_code, said));
}
[[nodiscard]] inline RuntimeError command_timed_out(std::string_view program, std::chrono::milliseconds limit) {
  return RuntimeError(fmt::format("{} did not end within {:g} seconds and was killed; --tool-timeout gives it more",
                                  program, std::chrono::duration<double>(limit).count()));
}
inline constexpr Wording<RuntimeError, std::string_view> command_output_too_large{
    "{} printed more than 16 MiB and was killed; a tool has to print less"};
inline constexpr Wording<CancelledError, std::string_view> command_cancelled{
    "{} was killed since the turn was cancelled"};

}  // namespace prompty::errors

#pragma once

#include "prompty/core/host.hpp"
#include "prompty/registry/tools.hpp"

namespace prompty::cli {

/// The result of a program: all of its standard output, the last of its standard error, and the code it ended with,
/// 128 + N after signal N.
struct ChildOutput {
  int exit_code = 0;
  std::string out;
  std::string err;
};

/// Why there is no output to use.
enum class ChildFailure { timed_out, cancelled, too_much_output };

/// The system could not start the program; `reason` is the system's.
struct NotStarted {
  std::string reason;
};

using ChildResult = std::variant<ChildOutput, ChildFailure, NotStarted>;

/// Starts a program (a path, or a name on PATH) without a shell, hands `input` to its standard input and waits for its
/// end. It runs in a process group of its own, and whatever is left of all that it started, in whatever group or
/// session, when it has ended, when the time is up, when `cancellation` is requested, when it prints more than 16 MiB
/// or when this process ends is killed. `words` is not empty.
[[nodiscard]] ChildResult run_child(std::vector<std::string> const& words, std::string_view input,
                                    std::chrono::milliseconds limit, Cancellation const& cancellation);

/// A program that carries out the calls of a tool.
struct CommandTool {
  std::string name;
  std::vector<std::string> words;
  std::chrono::milliseconds limit;
};

/// Each call starts the program (see `run_child`) with the arguments as JSON on a line of its standard input; its
/// result is the text on its standard output without the last line end. The call throws RuntimeError when the program
/// does not start, ends with another code than 0, takes too long or prints too much, CancelledError when `cancellation`
/// is requested.
[[nodiscard]] ToolHandler command_handler(CommandTool tool, Cancellation cancellation);

}  // namespace prompty::cli

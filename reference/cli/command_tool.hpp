#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "prompty/core/cancellation.hpp"
#include "prompty/registry/tools.hpp"

namespace prompty::cli {

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

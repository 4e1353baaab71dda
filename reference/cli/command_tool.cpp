#include "cli/command_tool.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "cli/child_process.hpp"
#include "cli/errors.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"

namespace prompty::cli {
namespace command_tool {
namespace {

std::string without_last_line_end(std::string text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  if (!text.empty() && text.back() == '\r') text.pop_back();
  return text;
}

[[noreturn]] void fail(CommandTool const& tool, ChildFailure failure) {
  switch (failure) {
    case ChildFailure::timed_out:
      throw errors::command_timed_out(tool.words.front(), tool.limit);
    case ChildFailure::too_much_output:
      throw errors::command_too_talkative(tool.words.front());
    case ChildFailure::cancelled:
      break;
  }
  throw errors::command_cancelled(tool.words.front());
}

std::string result_of(CommandTool const& tool, ChildOutput output) {
  if (output.exit_code == 0) return without_last_line_end(std::move(output.out));
  throw errors::command_failed(tool.words.front(), output.exit_code, without_last_line_end(std::move(output.err)));
}

std::string answer(CommandTool const& tool, Json const& arguments, Cancellation const& cancellation) {
  ChildResult result = run_child(tool.words, json_text::dump(arguments) + '\n', tool.limit, cancellation);
  return match(
      std::move(result), [&](ChildOutput output) { return result_of(tool, std::move(output)); },
      [&](ChildFailure failure) -> std::string { fail(tool, failure); },
      [&](NotStarted const& not_started) -> std::string {
        throw errors::command_not_started(tool.words.front(), not_started.reason);
      });
}

}  // namespace
}  // namespace command_tool

ToolHandler command_handler(CommandTool tool, Cancellation cancellation) {
  return {.call = [tool = std::move(tool), cancellation = std::move(cancellation)](Json const& arguments) -> Json {
    return command_tool::answer(tool, arguments, cancellation);
  }};
}

}  // namespace prompty::cli

#include "cli/command_tool.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "cli/errors.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/tools/child_process.hpp"
#include "prompty/transport/connection_guards.hpp"

namespace prompty::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_output = std::size_t{16} << 20U;
constexpr std::size_t max_error = 4096;
// How often a cancellation is looked for.
constexpr std::chrono::milliseconds tick{50};

/// Feeds a program and reads what it prints until it has ended.
class Exchange {
 public:
  Exchange(std::string_view input, ChildProcess& child) : input_(input), child_(child) {}

  /// Nothing once the program has ended.
  std::optional<ChildFailure> run(Clock::time_point deadline, Cancellation const& cancellation) {
    while (true) {
      if (cancellation.is_requested()) return ChildFailure::cancelled;
      if (Clock::now() >= deadline) return ChildFailure::timed_out;
      bool const ended = wait(deadline);
      transfer();
      if (output.out.size() > max_output) return ChildFailure::too_much_output;
      if (ended) return std::nullopt;
    }
  }

  ChildOutput output;

 private:
  /// Whether the program has ended.
  bool wait(Clock::time_point deadline) {
    std::chrono::milliseconds const left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    std::chrono::milliseconds const patience = std::clamp(left, std::chrono::milliseconds(0), tick);
    std::array<pollfd, 4> polled = {pollfd{child_.ending(), POLLIN, 0}, pollfd{child_.input.get(), POLLOUT, 0},
                                    pollfd{child_.output.get(), POLLIN, 0}, pollfd{child_.errors.get(), POLLIN, 0}};
    ::poll(polled.data(), polled.size(), static_cast<int>(patience.count()));
    return polled[0].revents != 0;
  }

  /// All that goes in and comes out without waiting.
  void transfer() {
    feed();
    drain(child_.output, output.out, max_output);
    drain(child_.errors, output.err, max_output);
    if (output.err.size() > max_error) output.err.erase(0, output.err.size() - max_error);
  }

  void feed() {
    while (child_.input.is_open() && !input_.empty()) {
      ssize_t const count = ::write(child_.input.get(), input_.data(), input_.size());
      if (count < 0 && errno == EAGAIN) return;
      if (count < 0 && errno != EINTR) input_ = {};
      if (count > 0) input_.remove_prefix(static_cast<std::size_t>(count));
    }
    child_.input.close();
  }

  static void drain(FileDescriptor& end, std::string& text, std::size_t most) {
    std::array<char, 65536> buffer{};
    while (end.is_open() && text.size() <= most) {
      ssize_t const count = ::read(end.get(), buffer.data(), buffer.size());
      if (count < 0 && errno == EAGAIN) return;
      if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) end.close();
    }
  }

  std::string_view input_;
  ChildProcess& child_;
};

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
      throw errors::command_output_too_large(tool.words.front());
    case ChildFailure::cancelled:
      break;
  }
  throw errors::command_cancelled(tool.words.front());
}

std::string call(CommandTool const& tool, Json const& arguments, Cancellation const& cancellation) {
  std::string const& program = tool.words.front();
  return match(
      run_child(tool.words, json_text::dump(arguments) + '\n', tool.limit, cancellation),
      [&](ChildOutput output) {
        if (output.exit_code == 0) return without_last_line_end(std::move(output.out));
        throw errors::command_failed(program, output.exit_code, without_last_line_end(std::move(output.err)));
      },
      [&](ChildFailure failure) -> std::string { fail(tool, failure); },
      [&](NotStarted const& failure) -> std::string { throw errors::command_not_started(program, failure.reason); });
}

}  // namespace

ChildResult run_child(std::vector<std::string> const& words, std::string_view input, std::chrono::milliseconds limit,
                      Cancellation const& cancellation) {
  Clock::time_point const deadline = Clock::now() + limit;
  try {
    ChildProcess child({.words = words});
    BrokenPipeSilencer const silencer;
    Exchange exchange(input, child);
    std::optional<ChildFailure> const failure = exchange.run(deadline, cancellation);
    child.end(std::chrono::milliseconds(0));
    exchange.output.exit_code = child.exit_code();
    if (failure) return *failure;
    return std::move(exchange.output);
  } catch (std::system_error const& error) {
    return NotStarted{error.code().message()};
  }
}

ToolHandler command_handler(CommandTool tool, Cancellation cancellation) {
  return {.call = [tool = std::move(tool), cancellation = std::move(cancellation)](Json const& arguments) -> Json {
    return call(tool, arguments, cancellation);
  }};
}

}  // namespace prompty::cli

#pragma once

#include <cstddef>
#include <functional>

#include "prompty/conversation/argument_schema.hpp"
#include "prompty/conversation/messages.hpp"

namespace prompty::conversation {

/// Whether calls may overlap.
enum class ToolExecution : std::uint8_t { parallel, sequential };

/// One call as a tool gets it: its place in the batch, the call as the model wrote it, and its parsed arguments, which
/// fit the tool's schema.
struct Invocation {
  std::size_t position;
  ToolCall const& call;
  Json const& arguments;
};

/// A tool that a conversation can use. `execute` gives the output for the model to read; what it throws becomes the
/// result of the call. It is called from several threads at once unless `execution` is sequential.
struct CallableTool {
  std::string name;
  std::optional<std::string> description = std::nullopt;
  /// Null when any arguments will do.
  std::shared_ptr<ArgumentSchema const> parameters = nullptr;
  ToolExecution execution = ToolExecution::parallel;
  std::function<std::string(Invocation const& invocation)> execute;
};

/// Why a call is denied; nothing for one that is approved.
using Denial = std::optional<std::string>;

/// The approval gate: gets all calls of a turn, with their arguments as the model wrote them, and returns one
/// decision for each, in their order. A call without a decision is denied.
using Gate = std::function<std::vector<Denial>(std::vector<ToolCall> const& calls)>;

/// How the calls of one turn are executed.
struct BatchOptions {
  /// Without one every call is approved.
  Gate gate = {};
  ToolExecution execution = ToolExecution::parallel;
};

/// The gate's decision about each call, in their order; without a gate each is approved. Throws what the gate throws.
[[nodiscard]] std::vector<Denial> decisions_of(Gate const& gate, std::vector<ToolCall> const& calls);

/// Calls `execute` once for each number below `count`, smaller ones first, on up to that many threads; the calling
/// thread is one of them, and the only one when the system has no more. Returns when all are done. Throws what
/// `execute` throws.
void for_each_concurrently(std::size_t count, std::size_t threads,
                           std::function<void(std::size_t number)> const& execute);

/// The results of the calls of one turn: exactly one each, in the order of the calls, whatever their ids (M4). The gate
/// is called once, before anything runs (M5-02); then approved calls run concurrently, or one after the other when
/// the options or a tool that is called ask for it. What goes wrong with a call, including arguments that are
/// no JSON or do not fit, is its result. Throws only what the gate throws. Of two tools of one name the first is used.
[[nodiscard]] std::vector<StoredMessage> answer_calls(std::vector<ToolCall> const& calls,
                                                      std::vector<CallableTool> const& tools,
                                                      BatchOptions const& options = {});

/// The text of the result of a call that failed or was not executed, for the model to read (M3.3-07, A-133): what went
/// wrong, and how to fix it.
namespace tool_failure {

/// `known` are the names of the tools that there are.
[[nodiscard]] std::string unknown_tool(std::string_view name, std::vector<std::string> const& known);
/// `reason` is that of the JSON parser.
[[nodiscard]] std::string malformed_arguments(std::string_view name, std::string_view reason);
/// `misfit` is that of the schema.
[[nodiscard]] std::string unfit_arguments(std::string_view name, std::string_view misfit);
/// `message` is that of what the tool threw.
[[nodiscard]] std::string failed(std::string_view name, std::string_view message);
/// Called while an exception is handled: `failed` with its message.
[[nodiscard]] std::string thrown(std::string_view name);
/// `reason` is that of the gate.
[[nodiscard]] std::string denied(std::string_view name, std::string_view reason);

}  // namespace tool_failure

}  // namespace prompty::conversation

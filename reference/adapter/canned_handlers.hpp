#pragma once

#include "adapter/reference_adapter.hpp"
#include "prompty/conversation/tool_batch.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// The arguments of a handler's last call in order, as the protocol has them; null before.
using Received = std::shared_ptr<Json>;

// A canned handler is an object with `returns` (a string), `returnsJson` or `throws`, and for a name `parameters`. What
// it throws is a RuntimeError. InvalidParams is thrown for one of another shape.

/// A handler for a name, which gets the arguments alone.
[[nodiscard]] ToolHandler canned_tool(Json const& canned, Received received = std::make_shared<Json>());

/// A handler for a kind, which gets tool, arguments, agent and inputs.
[[nodiscard]] KindHandler canned_kind(Json const& canned, Received received = std::make_shared<Json>());

/// The calls that handlers received. Safe from any thread.
class ReceivedCalls {
 public:
  void add(std::string const& name, Json const& arguments);

  /// A list of `{"name", "arguments"}`: those that answer `calls`, in the order of these, and others where they came.
  [[nodiscard]] Json in_order_of(std::vector<ToolCall> const& calls) const;

 private:
  mutable std::mutex mutex_;
  Json calls_ = Json::array();
};

/// The handlers that `handlers` describes, as `params.handlers` does.
[[nodiscard]] std::map<std::string, ToolHandler> handlers_of(Json const& handlers,
                                                             std::shared_ptr<ReceivedCalls> const& received);

/// Registers by name the handlers that `params.handlers` describes, with `returns`, `returnsJson`, `throws`, `cases`
/// for some arguments, `delayMs` and `parameters`; they keep a record in `received`. Throws InvalidParams for members
/// of another shape.
void register_handlers(Json const& params, ToolRegistry& tools, std::shared_ptr<ReceivedCalls> const& received);

/// The tools, handlers and gate that params describe, and a record of their calls: `tools` with `name`,
/// `description`, `parameters` and `sequential`; `handlers` by their names, with `returns`, `returnsJson` or `throws`,
/// `cases` for some arguments, and `delayMs`; `gate.deny`, from the place of a call to the reason; `mode`, parallel or
/// sequential.
class CannedTools {
 public:
  /// Throws InvalidParams for members of another shape and for a tool without handler, ValueError for parameters that
  /// are no usable schema. `params` must outlive this.
  explicit CannedTools(Json const& params);
  ~CannedTools();
  CannedTools(CannedTools const&) = delete;
  CannedTools& operator=(CannedTools const&) = delete;

  [[nodiscard]] std::vector<conversation::CallableTool> const& tools() const { return tools_; }

  /// They must not outlive this.
  [[nodiscard]] conversation::BatchOptions options();

  /// The batches that the gate was shown, each a list of calls.
  [[nodiscard]] Json gate_calls() const;

  /// What handlers received, `{"name", "arguments"}` by the place of the call in its batch.
  [[nodiscard]] Json calls() const;

  /// Pairs of places of calls that ran at the same time, ascending; only calls of handlers that take 100 ms or longer
  /// count, since whether others meet is chance.
  [[nodiscard]] Json overlaps() const;

 private:
  struct Record;

  std::vector<conversation::CallableTool> tools_;
  conversation::ToolExecution execution_;
  std::map<std::size_t, std::string> denials_;
  std::unique_ptr<Record> record_;
};

}  // namespace prompty::adapter

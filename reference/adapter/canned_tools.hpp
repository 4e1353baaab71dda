#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "prompty/conversation/tool_batch.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// The tools, handlers and gate that params describe, and a record of what happened to them: `tools` with `name`,
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

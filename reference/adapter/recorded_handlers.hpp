#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "adapter/reference_adapter.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// What handlers received. For many threads at once.
class ReceivedCalls {
 public:
  void add(std::string const& name, Json const& arguments);

  /// A list of `{"name", "arguments"}`: those that answer `calls`, in the order of these, and others where they came.
  [[nodiscard]] Json in_order_of(std::vector<ToolCall> const& calls) const;

 private:
  mutable std::mutex mutex_;
  Json calls_ = Json::array();
};

/// Registers by name the handlers that `params.handlers` describes, with `returns`, `returnsJson`, `throws`, `cases`
/// for some arguments, `delayMs` and `parameters`; they keep a record in `received`. Throws InvalidParams for members
/// of another shape.
void register_handlers(Json const& params, ToolRegistry& tools, std::shared_ptr<ReceivedCalls> const& received);

}  // namespace prompty::adapter

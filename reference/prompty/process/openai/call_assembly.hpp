#pragma once

#include <cstddef>
#include <vector>

#include "prompty/core/call_fragments.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::processing {

/// Reads the fragments of tool calls in a streamed chat completion and puts the calls together.
class CallAssembly {
 public:
  /// Takes the `tool_calls` of one delta, null or a list. A fragment belongs to the call of its `index`, or of its
  /// place in the list when it has none; id and name are the first that are not empty, arguments are joined.
  /// Throws ValueError `Unexpected response format: …` for another shape.
  void add(Json const& fragments);

  /// The calls by ascending index, as far as they came.
  [[nodiscard]] std::vector<ToolCall> calls() const { return calls_.calls(); }

 private:
  void add_one(Json const& fragment, std::size_t place);

  CallFragments calls_;
};

}  // namespace prompty::processing

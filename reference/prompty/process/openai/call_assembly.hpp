#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::processing {

/// Puts the tool calls of a streamed chat completion together from their fragments.
class CallAssembly {
 public:
  /// Takes the `tool_calls` of one delta, null or a list. A fragment belongs to the call of its `index`, or of its
  /// place in the list when it has none; id and name are the first that are not empty, arguments are joined.
  /// Throws ValueError `Unexpected response format: …` for another shape.
  void add(Json const& fragments);

  /// The calls by ascending index, as far as they came.
  [[nodiscard]] std::vector<ToolCall> calls() const;

 private:
  void add_one(Json const& fragment, std::size_t place);

  std::map<std::int64_t, ToolCall> calls_;
};

}  // namespace prompty::processing

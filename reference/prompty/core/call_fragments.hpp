#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "prompty/core/outcome.hpp"

namespace prompty {

/// Puts the tool calls of a streamed chat completion together from their fragments.
class CallFragments {
 public:
  /// Takes a fragment of the call of that index, with an empty text for what it leaves out: id and name are the first
  /// that are not empty, arguments are joined.
  void add(std::int64_t index, ToolCall const& fragment);

  /// The calls by ascending index, as far as they came.
  [[nodiscard]] std::vector<ToolCall> calls() const;

 private:
  std::map<std::int64_t, ToolCall> calls_;
};

}  // namespace prompty

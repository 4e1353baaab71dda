#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/outcome.hpp"

namespace prompty::processing {

/// Puts tool calls together that arrive as events about numbered places.
class PiecedCalls {
 public:
  /// A tool call stands at that place; `call.arguments` count when no piece and no final text come.
  void open(std::int64_t place, ToolCall call);

  /// A piece of the arguments at that place, whether a call was opened there yet or never will be; ignored once the
  /// final text is there.
  void add(std::int64_t place, std::string_view piece);

  /// All of the arguments at that place, in whatever pieces they came; an empty text says nothing.
  void settle(std::int64_t place, std::string_view arguments);

  /// The calls that were opened, by ascending place.
  [[nodiscard]] std::vector<ToolCall> calls() const;

 private:
  std::map<std::int64_t, ToolCall> opened_;
  std::map<std::int64_t, std::string> arguments_;
  /// Where the final text is there.
  std::set<std::int64_t> settled_;
};

}  // namespace prompty::processing

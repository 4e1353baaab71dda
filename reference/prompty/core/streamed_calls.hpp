#pragma once

#include <cstdint>

#include "prompty/core/outcome.hpp"

namespace prompty {

/// Assembles tool calls from what a stream says about them, each known by its number in the answer.
class StreamedCalls {
 public:
  /// Takes a fragment of a call, "" for what it leaves out: the first id and name count, arguments are joined.
  void add(std::int64_t number, ToolCall const& fragment);

  /// Begins a call whose id and name are known; `call.arguments` count when neither pieces nor the whole text come.
  void start(std::int64_t number, ToolCall call);

  /// Adds a piece of the arguments, also before the call has started; ignored once the whole text is there.
  void append(std::int64_t number, std::string_view piece);

  /// Replaces the pieces of the arguments by the whole text; an empty text is ignored.
  void complete(std::int64_t number, std::string_view arguments);

  /// The calls that have begun, by ascending number, as far as they came.
  [[nodiscard]] std::vector<ToolCall> calls() const;

 private:
  struct Entry {
    ToolCall call;
    std::string arguments;
    bool has_begun = false;
    bool is_complete = false;
  };

  std::map<std::int64_t, Entry> entries_;
};

}  // namespace prompty

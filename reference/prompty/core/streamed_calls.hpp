#pragma once

#include <cstdint>

#include "prompty/core/outcome.hpp"

namespace prompty {

/// Assembles tool calls from what a stream says about them, each known by its number in the answer.
class StreamedCalls {
 public:
  /// Takes a fragment of a call, "" for what it leaves out: the first id and name count, arguments are joined.
  void add(std::int64_t number, ToolCall const& fragment);

  /// As `add`, but a fragment whose id is that of another call under its number goes on with that one, and one with an
  /// id and a name that are not of the call under its number opens a call of its own, behind it.
  void add_or_open(std::int64_t index, ToolCall const& fragment);

  /// As `add_or_open`, for a fragment without an index, whose number is its place in its delta; what it opens stands
  /// behind all calls so far.
  void add_or_open_unnumbered(std::int64_t place, ToolCall const& fragment);

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

  /// The number of a call, and how many were opened under a number that was taken when it was.
  using Key = std::pair<std::int64_t, std::int64_t>;

  [[nodiscard]] Entry& entry(std::int64_t number) { return entries_[Key{number, 0}]; }
  [[nodiscard]] Key key_for(std::int64_t number, std::int64_t number_if_opened, ToolCall const& fragment);
  static void join(Entry& entry, ToolCall const& fragment);

  std::map<Key, Entry> entries_;
  /// The calls that fragments of a number have opened, the current one last.
  std::map<std::int64_t, std::vector<Key>> opened_;
  std::int64_t opened_later_ = 0;
};

}  // namespace prompty

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "prompty/conversation/stored_message.hpp"
#include "prompty/core/call_fragments.hpp"
#include "prompty/core/json.hpp"

namespace prompty::conversation {

enum class DeltaType : std::uint8_t { text, reasoning, tool_call };

/// What a streamed turn hands on: a piece of its text or its reasoning as it arrives, or a tool call, whole, with its
/// arguments as `text`.
struct Delta {
  DeltaType type;
  std::string text;

  bool operator==(Delta const&) const = default;
};

/// Puts one turn of a model together from the chunks of a streamed chat completion.
class StreamAssembly {
 public:
  /// Takes the next chunk; gives what it adds, in the order of the members reasoning and text. A chunk without a delta
  /// adds nothing.
  [[nodiscard]] std::vector<Delta> add(Json const& chunk);

  /// The tool calls, whole, by ascending index (M3.2.1-06). Only for a stream that has come to its end.
  [[nodiscard]] std::vector<Delta> whole_calls() const;

  /// The turn of a stream that has come to its end.
  [[nodiscard]] AssistantTurn turn() const;

  /// The turn of a stream that broke off: marked with `is_error`, and without tool calls (M3.2-09, A-134).
  [[nodiscard]] AssistantTurn broken_turn() const;

 private:
  void add_call(Json const& fragment, std::size_t place);
  void add_block(Json const& piece);

  AssistantTurn turn_;
  CallFragments calls_;
  /// Where in `turn_.reasoning_details` the block of an index stands.
  std::map<std::int64_t, std::size_t> blocks_;
};

}  // namespace prompty::conversation

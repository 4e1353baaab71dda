#include "prompty/core/stream.hpp"

#include "prompty/core/match.hpp"

namespace prompty {

PromptyStream stream_of(std::vector<Json> chunks) {
  return PromptyStream([chunks = std::move(chunks), next = std::size_t{0}]() mutable -> std::optional<Json> {
    if (next == chunks.size()) return std::nullopt;
    return std::move(chunks[next++]);
  });
}

Outcome whole_outcome(ItemStream& stream) {
  while (stream.next()) {
  }
  std::string text;
  std::vector<ToolCall> calls;
  for (StreamItem const& item : stream.items()) {
    match(
        item, [&](std::string const& piece) { text += piece; }, [&](ToolCall const& call) { calls.push_back(call); });
  }
  // P10.1-10: text in front of calls is no answer yet.
  if (!calls.empty()) return calls;
  // P10.1-09: the agent's outputs play no part.
  return Text{.value = std::move(text)};
}

Json stream_item_to_json(StreamItem const& item) {
  return match(
      item, [](std::string const& piece) { return Json(piece); },
      [](ToolCall const& call) { return tool_call_to_json(call); });
}

}  // namespace prompty

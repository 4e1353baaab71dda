#include "prompty/core/stream.hpp"

#include "prompty/core/match.hpp"
#include "prompty/core/streamed_calls.hpp"

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

void StreamedCalls::add(std::int64_t number, ToolCall const& fragment) {
  // P8.6-05: several calls may grow at the same time.
  Entry& entry = entries_[number];
  entry.has_begun = true;
  // P8.6-06, A-112: the first that is not empty stays; some servers repeat it, and some are late with it.
  if (entry.call.id.empty()) entry.call.id = fragment.id;
  if (entry.call.name.empty()) entry.call.name = fragment.name;
  // P8.6-07: the fragment that names the function may have some too.
  entry.arguments += fragment.arguments;
}

void StreamedCalls::start(std::int64_t number, ToolCall call) {
  entries_[number].call = std::move(call);
  entries_[number].has_begun = true;
}

void StreamedCalls::append(std::int64_t number, std::string_view piece) {
  // P10.2-05, P10.3-05: by number, since pieces of several calls may come mixed.
  Entry& entry = entries_[number];
  // P10.2-06: nothing is missing any more.
  if (!entry.is_complete) entry.arguments += piece;
}

void StreamedCalls::complete(std::int64_t number, std::string_view arguments) {
  if (arguments.empty()) return;
  Entry& entry = entries_[number];
  // P10.2-06: in place of the pieces, for this text is all of the arguments.
  entry.arguments = arguments;
  entry.is_complete = true;
}

std::vector<ToolCall> StreamedCalls::calls() const {
  std::vector<ToolCall> calls;
  // P8.6-10, P10.2-07, P10.3-07: the map is sorted by number, so that 10 comes after 9.
  for (auto const& [number, entry] : entries_) {
    if (!entry.has_begun) continue;
    calls.push_back(entry.call);
    // P10.3-06: empty pieces say nothing against the input that the call was started with.
    if (!entry.arguments.empty()) calls.back().arguments = entry.arguments;
  }
  return calls;
}

}  // namespace prompty

#include "prompty/core/stream.hpp"

#include <algorithm>

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
  join(entry(number), fragment);
}

void StreamedCalls::add_or_open(std::int64_t index, ToolCall const& fragment) {
  join(entries_[key_for(index, index, fragment)], fragment);
}

void StreamedCalls::add_or_open_unnumbered(std::int64_t place, ToolCall const& fragment) {
  std::int64_t const last = entries_.empty() ? place : std::max(place, entries_.rbegin()->first.first);
  join(entries_[key_for(place, last, fragment)], fragment);
}

StreamedCalls::Key StreamedCalls::key_for(std::int64_t number, std::int64_t number_if_opened,
                                          ToolCall const& fragment) {
  std::vector<Key>& opened = opened_[number];
  if (opened.empty()) return opened.emplace_back(number, 0);
  std::string const& current = entries_[opened.back()].call.id;
  // servers that say the id once, late or in every fragment go on with the call that they began.
  if (fragment.id.empty() || current.empty() || fragment.id == current) return opened.back();
  auto const same_id =
      std::ranges::find_if(opened, [&](Key const& key) { return entries_[key].call.id == fragment.id; });
  if (same_id != opened.end()) return *same_id;
  // another id alone is what servers send that make one up for each chunk.
  if (fragment.name.empty()) return opened.back();
  return opened.emplace_back(number_if_opened, ++opened_later_);
}

void StreamedCalls::join(Entry& entry, ToolCall const& fragment) {
  entry.has_begun = true;
  // P8.6-06, A-112: the first that is not empty stays; some servers repeat it, and some are late with it.
  if (entry.call.id.empty()) entry.call.id = fragment.id;
  if (entry.call.name.empty()) entry.call.name = fragment.name;
  // P8.6-07: the fragment that names the function may have some too.
  entry.arguments += fragment.arguments;
}

void StreamedCalls::start(std::int64_t number, ToolCall call) {
  Entry& started = entry(number);
  started.call = std::move(call);
  started.has_begun = true;
}

void StreamedCalls::append(std::int64_t number, std::string_view piece) {
  // P10.2-05, P10.3-05: by number, since pieces of several calls may come mixed.
  Entry& growing = entry(number);
  // P10.2-06: nothing is missing any more.
  if (!growing.is_complete) growing.arguments += piece;
}

void StreamedCalls::complete(std::int64_t number, std::string_view arguments) {
  if (arguments.empty()) return;
  Entry& completed = entry(number);
  // P10.2-06: in place of the pieces, for this text is all of the arguments.
  completed.arguments = arguments;
  completed.is_complete = true;
}

std::vector<ToolCall> StreamedCalls::calls() const {
  std::vector<ToolCall> calls;
  // P8.6-10, P10.2-07, P10.3-07: the map is sorted by number first, so that 10 comes after 9.
  for (auto const& [key, entry] : entries_) {
    if (!entry.has_begun) continue;
    calls.push_back(entry.call);
    // P10.3-06: empty pieces say nothing against the input that the call was started with.
    if (!entry.arguments.empty()) calls.back().arguments = entry.arguments;
  }
  return calls;
}

}  // namespace prompty

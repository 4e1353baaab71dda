#include "prompty/core/stream_item.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/core/match.hpp"

namespace prompty {

Outcome whole_outcome(ItemStream& stream) {
  while (stream.next()) {
  }
  std::string text;
  std::vector<ToolCall> calls;
  for (StreamItem const& item : stream.items()) {
    match(
        item, [&](std::string const& piece) { text += piece; }, [&](ToolCall const& call) { calls.push_back(call); });
  }
  if (!calls.empty()) return calls;
  return Text{.value = std::move(text)};
}

Json stream_item_to_json(StreamItem const& item) {
  return match(
      item, [](std::string const& piece) { return Json(piece); },
      [](ToolCall const& call) {
        return Json{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}};
      });
}

}  // namespace prompty

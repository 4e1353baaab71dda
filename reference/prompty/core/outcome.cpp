#include "prompty/core/outcome.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "prompty/core/match.hpp"

namespace prompty {
namespace {

template <class Item, class ToJson>
Json list_of(std::vector<Item> const& items, ToJson to_json) {
  Json list = Json::array();
  for (Item const& item : items) list.push_back(std::invoke(to_json, item));
  return list;
}

Json typed(char const* type, Json const& value) {
  return Json{{"type", type}, {"value", value}};
}

}  // namespace

bool StructuredValue::operator==(StructuredValue const&) const = default;

Json tool_call_to_json(ToolCall const& call) {
  return Json{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}};
}

Json outcome_to_json(Outcome const& outcome) {
  return match(
      outcome, [](Text const& text) { return typed("text", text.value); },
      [](StructuredValue const& structured) { return typed("json", structured.value); },
      [](std::vector<ToolCall> const& calls) { return typed("tool_calls", list_of(calls, tool_call_to_json)); },
      [](Embedding const& embedding) { return typed("embedding", embedding.values); },
      [](std::vector<Embedding> const& embeddings) {
        return typed("embeddings", list_of(embeddings, &Embedding::values));
      },
      [](Image const& image) { return typed("image", image.value); },
      [](std::vector<Image> const& images) { return typed("images", list_of(images, &Image::value)); });
}

Message calling_message(std::vector<ToolCall> const& calls, std::string const& text) {
  Json wire_calls = Json::array();
  for (ToolCall const& call : calls) {
    wire_calls.push_back(Json{
        {"id", call.id}, {"type", "function"}, {"function", Json{{"name", call.name}, {"arguments", call.arguments}}}});
  }
  return {.role = "assistant", .content = {TextPart{text}}, .metadata = Json{{"tool_calls", std::move(wire_calls)}}};
}

std::vector<Message> result_messages(std::vector<ToolCall> const& calls, std::vector<std::string> const& results) {
  std::vector<Message> messages;
  for (std::size_t place = 0; place < std::min(calls.size(), results.size()); ++place) {
    messages.push_back(
        {.role = "tool", .content = {TextPart{results[place]}}, .metadata = Json{{"tool_call_id", calls[place].id}}});
  }
  return messages;
}

}  // namespace prompty

#include "prompty/core/outcome.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
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

std::string counted(std::size_t count, char const* things) {
  return fmt::format("a list of {} {}", count, things);
}

/// The error for a caller who expected something else.
ValueError unexpected(Outcome const& outcome, std::string_view expected) {
  auto const error = [&](std::string_view found, std::string_view reader) {
    std::string_view const hint = reader == "tool_calls" ? ", or let turn() carry them out" : "";
    return ValueError(fmt::format("The outcome is {}, not {}: read it with {}(){}", found, expected, reader, hint));
  };
  return match(
      outcome, [&](Text const&) { return error("text", "text"); },
      [&](StructuredValue const& json) { return error("structured JSON, " + describe_json(json.value), "structured"); },
      [&](std::vector<ToolCall> const& calls) { return error(counted(calls.size(), "tool calls"), "tool_calls"); },
      [&](Embedding const&) { return error("an embedding", "embeddings"); },
      [&](std::vector<Embedding> const& list) { return error(counted(list.size(), "embeddings"), "embeddings"); },
      [&](Image const&) { return error("an image", "images"); },
      [&](std::vector<Image> const& images) { return error(counted(images.size(), "images"), "images"); },
      [&](RawResponse const&) { return error("a response that was not processed", "raw_response"); });
}

template <class Item>
Item const& only(Outcome const& outcome, std::string_view expected) {
  Item const* const item = std::get_if<Item>(&outcome);
  if (item == nullptr) throw unexpected(outcome, expected);
  return *item;
}

template <class Item>
std::vector<Item> one_or_more(Outcome const& outcome, std::string_view expected) {
  if (Item const* const item = std::get_if<Item>(&outcome)) return {*item};
  return only<std::vector<Item>>(outcome, expected);
}

std::string joined_texts(std::vector<ContentPart> const& parts) {
  std::string joined;
  for (ContentPart const& part : parts) {
    if (TextPart const* const piece = std::get_if<TextPart>(&part)) joined += piece->value;
  }
  return joined;
}

std::string_view kind_of(ContentPart const& part) {
  return match(
      part, [](TextPart const&) { return "text"; }, [](ImagePart const&) { return "image"; },
      [](AudioPart const&) { return "audio"; }, [](FilePart const&) { return "file"; });
}

Json part_to_json(ContentPart const& part) {
  Json shown{{"kind", kind_of(part)}};
  match(part, [&](auto const& held) {
    shown["value"] = held.value;
    if constexpr (requires { held.media_type; }) {
      if (held.media_type) shown["mediaType"] = *held.media_type;
    }
    if constexpr (requires { held.detail; }) {
      if (held.detail) shown["detail"] = *held.detail;
    }
  });
  return shown;
}

}  // namespace

bool Message::operator==(Message const&) const = default;
bool RichValue::operator==(RichValue const&) const = default;
bool StructuredValue::operator==(StructuredValue const&) const = default;
bool RawResponse::operator==(RawResponse const&) const = default;

std::string text(Message const& message) {
  return joined_texts(message.content);
}

Json parts_to_json(std::vector<ContentPart> const& parts) {
  return list_of(parts, part_to_json);
}

Message user_message(std::string text) {
  return {.role = "user", .content = {TextPart{std::move(text)}}};
}

std::string placeholder_of(std::string const& nonce, std::string const& input) {
  return placeholder_opening + nonce + "_" + input + "__";
}

std::string text(Outcome const& outcome) {
  return only<Text>(outcome, "text").value;
}

Json structured(Outcome const& outcome) {
  return only<StructuredValue>(outcome, "structured JSON").value;
}

Json raw_response(Outcome const& outcome) {
  return only<RawResponse>(outcome, "a response as it came").value;
}

std::vector<ToolCall> tool_calls(Outcome const& outcome) {
  return only<std::vector<ToolCall>>(outcome, "tool calls");
}

std::vector<Embedding> embeddings(Outcome const& outcome) {
  return one_or_more<Embedding>(outcome, "embeddings");
}

std::vector<Image> images(Outcome const& outcome) {
  return one_or_more<Image>(outcome, "images");
}

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
      [](std::vector<Image> const& images) { return typed("images", list_of(images, &Image::value)); },
      [](RawResponse const& response) { return typed("raw", response.value); });
}

Message tool_call_message(std::vector<ToolCall> const& calls, std::string const& text) {
  Json wire_calls = Json::array();
  for (ToolCall const& call : calls) {
    wire_calls.push_back(Json{
        {"id", call.id}, {"type", "function"}, {"function", Json{{"name", call.name}, {"arguments", call.arguments}}}});
  }
  return {.role = "assistant", .content = {TextPart{text}}, .metadata = Json{{"tool_calls", std::move(wire_calls)}}};
}

ToolResult tool_result_of(HandlerResult given) {
  return match(
      std::move(given), [](ToolResult result) { return result; },
      [](Json const& value) {
        // P9.2-03: a string would get quotes and escapes as JSON, which the model has no use for.
        return ToolResult(value.is_string() ? value.get<std::string>() : json_text::dump(value));
      });
}

std::string text(ToolResult const& result) {
  return joined_texts(result.parts);
}

bool is_text(ToolResult const& result) {
  return std::all_of(result.parts.begin(), result.parts.end(),
                     [](ContentPart const& part) { return std::holds_alternative<TextPart>(part); });
}

Json tool_result_to_json(ToolResult const& result) {
  if (result.parts.size() == 1 && is_text(result)) return text(result);
  return Json{{"parts", parts_to_json(result.parts)}};
}

Json handler_result_to_json(HandlerResult const& given) {
  return match(
      given, [](Json const& value) { return value; },
      [](ToolResult const& result) { return tool_result_to_json(result); });
}

std::vector<Message> tool_result_messages(std::vector<ToolCall> const& calls, std::vector<ToolResult> const& results) {
  std::vector<Message> messages;
  for (std::size_t place = 0; place < std::min(calls.size(), results.size()); ++place) {
    messages.push_back(
        {.role = "tool", .content = results[place].parts, .metadata = Json{{"tool_call_id", calls[place].id}}});
  }
  return messages;
}

}  // namespace prompty

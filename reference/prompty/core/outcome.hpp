#pragma once

#include "prompty/core/message.hpp"

namespace prompty {

/// A function call in a model's answer, in the same three texts for every provider (P8.7-01).
struct ToolCall {
  // P8.7-02: unchanged, since the provider finds the call of a result by it.
  std::string id;
  // P8.7-03: as the model wrote it, even if there is no such tool.
  std::string name;
  // P8.7-04: JSON as text; where the provider sends text it is kept as it is, whether or not it parses.
  std::string arguments;

  bool operator==(ToolCall const&) const = default;
};

/// What the model reads of a call: parts as those of a message, most often a single text (P9.2-08).
struct ToolResult {
  /// Of parts in the order in which the model is to get them.
  explicit ToolResult(std::vector<ContentPart> given = {}) : parts(std::move(given)) {}
  /// P9.2-08: a text is a result of that one part.
  explicit ToolResult(std::string text) : parts{TextPart{std::move(text)}} {}

  std::vector<ContentPart> parts;

  bool operator==(ToolResult const&) const = default;
};

/// What a handler of a tool gives: parts, or JSON, of which the model reads a string as it is and anything else as JSON
/// text.
using HandlerResult = std::variant<Json, ToolResult>;

/// An answer that is text, UTF-8.
struct Text {
  std::string value;

  bool operator==(Text const&) const = default;
};

/// The parsed answer of an agent that declares outputs, and the JSON text that it was parsed from, as the model wrote
/// it; "" for a value that was not parsed from a text. The value is used as any other JSON (P8.8-02).
struct StructuredValue {
  Json value;
  std::string raw = {};

  bool operator==(StructuredValue const&) const;
};

/// The vector that stands for one text.
struct Embedding {
  std::vector<double> values;

  bool operator==(Embedding const&) const = default;
};

/// One generated image: its URL, or its bytes as base64.
struct Image {
  std::string value;

  bool operator==(Image const&) const = default;
};

/// A provider's response as it came, of a turn with `TurnOptions::raw`; of a streamed one the list of its chunks.
struct RawResponse {
  Json value;

  bool operator==(RawResponse const&) const;
};

/// What processing makes of a response: a type for each thing that it can be (P11.3.1-15), or the response itself.
using Outcome = std::variant<Text, StructuredValue, std::vector<ToolCall>, Embedding, std::vector<Embedding>, Image,
                             std::vector<Image>, RawResponse>;

/// `{"id", "name", "arguments"}`.
[[nodiscard]] Json tool_call_to_json(ToolCall const& call);

/// `{"type", "value"}`: type `text`, `json`, `tool_calls`, `embedding`, `embeddings`, `image`, `images` or `raw`.
[[nodiscard]] Json outcome_to_json(Outcome const& outcome);

/// The text of an answer, UTF-8. Throws ValueError for another outcome, naming its type and the function that reads it.
[[nodiscard]] std::string text(Outcome const& outcome);

/// The JSON answer of an agent with outputs; `structured<T>` in cast.hpp reads it as a type of yours. Throws as `text`.
[[nodiscard]] Json structured(Outcome const& outcome);

/// The provider's response of a turn with `TurnOptions::raw`. Throws as `text`.
[[nodiscard]] Json raw_response(Outcome const& outcome);

/// The calls of an answer, which wait for their results; `turn` carries them out. Throws as `text`.
[[nodiscard]] std::vector<ToolCall> tool_calls(Outcome const& outcome);

/// The vectors, in the order of their texts; a list of one for a single text. Throws as `text`.
[[nodiscard]] std::vector<Embedding> embeddings(Outcome const& outcome);

/// The images of an answer; a list of one for a single image. Throws as `text`.
[[nodiscard]] std::vector<Image> images(Outcome const& outcome);

/// A message of the assistant with this text, even if it is empty, and with the calls in its metadata under
/// `tool_calls`, as chat completions write them (M3.2.1-01).
[[nodiscard]] Message tool_call_message(std::vector<ToolCall> const& calls, std::string const& text);

/// What the model reads of what a handler gave (P9.2-03).
[[nodiscard]] ToolResult tool_result_of(HandlerResult given);

/// The texts of a result, joined; parts of other kinds are left out.
[[nodiscard]] std::string text(ToolResult const& result);

/// Whether there is nothing but text in it.
[[nodiscard]] bool is_text(ToolResult const& result);

/// The text of a result of one text, and otherwise `{"parts"}`: the two mean the same (P9.2-08).
[[nodiscard]] Json tool_result_to_json(ToolResult const& result);

/// The JSON that a handler gave, or `{"parts"}`.
[[nodiscard]] Json handler_result_to_json(HandlerResult const& given);

/// A message of the role tool for each call with a result, in order, with its id in metadata `tool_call_id` (M4-01).
[[nodiscard]] std::vector<Message> tool_result_messages(std::vector<ToolCall> const& calls,
                                                        std::vector<ToolResult> const& results);

}  // namespace prompty

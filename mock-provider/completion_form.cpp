#include "mock-provider/completion_form.hpp"

#include <algorithm>
#include <array>

#include "mock-provider/scenario_members.hpp"

namespace mock_provider::completion_form {
namespace {

constexpr std::int64_t most_tokens = 1'000'000'000'000;
constexpr std::array<std::string_view, 7> short_forms{"text",      "json",      "toolCalls", "refusal",
                                                      "reasoning", "embedding", "image"};

ToolCall decode_tool_call(Json const& value, std::string pointer) {
  ClosedObject const object(value, std::move(pointer), members::tool_call);
  Json const& arguments = object.required("arguments");
  return {.id = object.text("id"),
          .name = object.required_text("name"),
          .arguments = arguments.is_string() ? arguments.get<std::string>() : json_text::dump(arguments)};
}

std::vector<ToolCall> decode_tool_calls(ClosedObject const& object) {
  std::vector<ToolCall> calls;
  Json const* const value = object.find("toolCalls");
  if (value == nullptr) return calls;
  std::string const pointer = object.pointer_of("toolCalls");
  if (!value->is_array() || value->empty()) throw ScenarioError(pointer, "must be a non-empty array of tool calls");
  for (std::size_t index = 0; index < value->size(); ++index) {
    calls.push_back(decode_tool_call((*value)[index], json_text::child(pointer, index)));
  }
  return calls;
}

std::optional<Usage> decode_usage(ClosedObject const& object) {
  Json const* const value = object.find("usage");
  if (value == nullptr) return std::nullopt;
  ClosedObject const usage(*value, object.pointer_of("usage"), members::usage);
  return Usage{.prompt_tokens = usage.whole_number("promptTokens", 0, most_tokens).value_or(0),
               .completion_tokens = usage.whole_number("completionTokens", 0, most_tokens).value_or(0)};
}

std::vector<double> decode_vector(Json const& value, std::string const& pointer) {
  bool const is_vector = value.is_array() && !value.empty() &&
                         std::all_of(value.begin(), value.end(), [](Json const& entry) { return entry.is_number(); });
  if (!is_vector) {
    throw ScenarioError(pointer,
                        "must be \"derived\", a vector of numbers, or a list of such vectors, one for each input");
  }
  return value.get<std::vector<double>>();
}

std::optional<Embedding> decode_embedding(ClosedObject const& object) {
  Json const* const value = object.find("embedding");
  if (value == nullptr) return std::nullopt;
  if (*value == "derived") return Embedding{};
  std::string const pointer = object.pointer_of("embedding");
  bool const has_many = value->is_array() && !value->empty() && value->front().is_array();
  if (!has_many) return Embedding{.vectors = {decode_vector(*value, pointer)}};
  Embedding embedding;
  for (std::size_t index = 0; index < value->size(); ++index) {
    embedding.vectors.push_back(decode_vector((*value)[index], json_text::child(pointer, index)));
  }
  return embedding;
}

Image decode_image(Json const& value, std::string pointer) {
  ClosedObject const object(value, std::move(pointer), members::image);
  if (object.has("url") == object.has("b64Json")) {
    throw ScenarioError(object.pointer(), "must have exactly one of url and b64Json");
  }
  return {
      .url = object.text("url"), .b64_json = object.text("b64Json"), .revised_prompt = object.text("revisedPrompt")};
}

std::vector<Image> decode_images(ClosedObject const& object) {
  Json const* const value = object.find("image");
  if (value == nullptr) return {};
  std::string const pointer = object.pointer_of("image");
  if (!value->is_array()) return {decode_image(*value, pointer)};
  if (value->empty()) throw ScenarioError(pointer, "must be an image or a non-empty array of images");
  std::vector<Image> images;
  for (std::size_t index = 0; index < value->size(); ++index) {
    images.push_back(decode_image((*value)[index], json_text::child(pointer, index)));
  }
  return images;
}

}  // namespace

bool is_in(ClosedObject const& respond) {
  return std::any_of(short_forms.begin(), short_forms.end(), [&](std::string_view name) { return respond.has(name); });
}

Completion decode(ClosedObject const& object) {
  int const contents = (object.has("text") ? 1 : 0) + (object.has("json") ? 1 : 0) + (object.has("refusal") ? 1 : 0);
  if (contents > 1) throw ScenarioError(object.pointer(), "has more than one of text, json and refusal: keep one");
  Completion completion{.text = object.text("text"),
                        .refusal = object.text("refusal"),
                        .reasoning = object.text("reasoning"),
                        .tool_calls = decode_tool_calls(object),
                        .finish_reason = object.text("finishReason"),
                        .usage = decode_usage(object),
                        .embedding = decode_embedding(object),
                        .images = decode_images(object)};
  if (Json const* const json = object.find("json")) completion.text = json_text::dump(*json);
  return completion;
}

}  // namespace mock_provider::completion_form

#include "harness/subject/answer_line.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/subject/readable_text.hpp"
#include "harness/subject/reply.hpp"

namespace conformance {
namespace answer_line {
namespace {

constexpr int deepest_nesting = 512;
constexpr std::size_t shown_bytes = 120;

/// Levels of arrays and objects in a text that may or may not be JSON.
int nesting_of(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t position = 0; position < text.size(); ++position) {
    char const character = text[position];
    if (in_string && character == '\\') ++position;
    if (character == '"') in_string = !in_string;
    if (in_string) continue;
    if (character == '[' || character == '{') deepest = std::max(deepest, ++depth);
    if (character == ']' || character == '}') --depth;
  }
  return deepest;
}

UnreadableLine unreadable(std::string_view why, std::string_view line) {
  return {fmt::format("standard output holds a line that {}: {}", why,
                      line.empty() ? "(an empty line)" : one_line_excerpt(line, shown_bytes))};
}

std::variant<AnswerMessage, ItemNotification, UnreadableLine> item_in(Json const& message, std::string_view line) {
  Json const params = message.value("params", Json());
  std::optional<std::int64_t> const id = response_id(params);
  if (!id || !params.contains("item")) return unreadable("delivers no item of a request", line);
  return ItemNotification{.id = *id, .item = params["item"]};
}

}  // namespace
}  // namespace answer_line

std::variant<AnswerMessage, ItemNotification, UnreadableLine> decode_answer_line(std::string_view line) {
  if (answer_line::nesting_of(line) > answer_line::deepest_nesting) {
    return answer_line::unreadable("is nested too deeply", line);
  }
  Json message = Json::parse(line, nullptr, false);
  if (message.is_discarded() || !message.is_object()) return answer_line::unreadable("is no JSON object", line);
  if (message.contains("method")) {
    bool const is_item = message["method"] == "item" && !message.contains("id");
    if (is_item) return answer_line::item_in(message, line);
    return answer_line::unreadable("asks the harness for something", line);
  }
  std::optional<std::int64_t> const id = response_id(message);
  if (!id) return answer_line::unreadable("has no id of a request", line);
  return AnswerMessage{.id = *id, .message = std::move(message)};
}

}  // namespace conformance

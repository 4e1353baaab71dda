#include "harness/subject/answer_line.hpp"

#include <fmt/core.h>

#include <optional>
#include <string>
#include <utility>

#include "harness/matching/bounded_json.hpp"
#include "harness/subject/readable_text.hpp"
#include "harness/subject/reply.hpp"

namespace conformance {
namespace answer_line {
namespace {

constexpr std::size_t bytes_of_a_value = 64;
constexpr std::size_t shown_bytes = 120;

UnreadableLine unreadable(std::string_view why, std::string_view line) {
  return {fmt::format("standard output holds a line that {}: {}", why,
                      line.empty() ? "(an empty line)" : one_line_excerpt(line, shown_bytes))};
}

std::variant<AnswerMessage, ItemNotification, UnreadableLine> item_in(Json const& message, std::string_view line,
                                                                      JsonBurden const& burden) {
  Json const params = message.value("params", Json());
  std::optional<std::int64_t> const id = response_id(params);
  if (!id || !params.contains("item")) return unreadable("delivers no item of a request", line);
  return ItemNotification{.id = *id, .item = params["item"], .bytes = line.size() + bytes_of_a_value * burden.values};
}

}  // namespace
}  // namespace answer_line

std::variant<AnswerMessage, ItemNotification, UnreadableLine> decode_answer_line(std::string_view line) {
  JsonBurden const burden = burden_of(line);
  std::string const excess = excess_of(burden);
  if (!excess.empty()) return answer_line::unreadable(excess, line);
  Json message = Json::parse(line, nullptr, false);
  if (message.is_discarded() || !message.is_object()) return answer_line::unreadable("is no JSON object", line);
  if (message.contains("method")) {
    bool const is_item = message["method"] == "item" && !message.contains("id");
    if (is_item) return answer_line::item_in(message, line, burden);
    return answer_line::unreadable("asks the harness for something", line);
  }
  std::optional<std::int64_t> const id = response_id(message);
  if (!id) return answer_line::unreadable("has no id of a request", line);
  return AnswerMessage{.id = *id, .message = std::move(message)};
}

}  // namespace conformance

#include "prompty/core/message.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace prompty {
namespace {

constexpr std::array<std::string_view, 9> reserved_keys = {"tool_calls",        "tool_call_id",      "function_call",
                                                           "content_blocks",    "refusal",           "audio",
                                                           "reasoning_content", "reasoning_details", "reasoning"};

/// All keys with this prefix belong to the items of the Responses API.
constexpr std::string_view reserved_prefix = "responses_";

}  // namespace

bool Message::operator==(Message const&) const = default;
bool RichValue::operator==(RichValue const&) const = default;

std::string text(Message const& message) {
  std::string joined;
  for (ContentPart const& part : message.content) {
    if (TextPart const* const piece = std::get_if<TextPart>(&part)) joined += piece->value;
  }
  return joined;
}

Message user_message(std::string text) {
  return {.role = "user", .content = {TextPart{std::move(text)}}};
}

bool is_reserved_metadata(std::string_view key) {
  return key.starts_with(reserved_prefix) ||
         std::find(reserved_keys.begin(), reserved_keys.end(), key) != reserved_keys.end();
}

std::string placeholder_of(std::string const& nonce, std::string const& input) {
  return placeholder_opening + nonce + "_" + input + "__";
}

}  // namespace prompty

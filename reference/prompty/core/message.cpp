#include "prompty/core/message.hpp"

#include <utility>

namespace prompty {

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

std::string placeholder_of(std::string const& nonce, std::string const& input) {
  return placeholder_opening + nonce + "_" + input + "__";
}

}  // namespace prompty

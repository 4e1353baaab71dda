#include "prompty/parse/messages.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "prompty/core/error_catalogue_messages.hpp"
#include "prompty/parse/letter_case.hpp"
#include "prompty/parse/pre_render.hpp"
#include "prompty/parse/role_marker.hpp"
#include "prompty/parse/text_lines.hpp"

namespace prompty::messages {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Nothing when markers carry no tag.
using Nonce = std::optional<std::string_view>;

/// Objects look their keys up one after the other, so that thousands of attributes would take quadratic time.
Json metadata_of(std::vector<role_marker::Attribute> const& attributes) {
  Json metadata = Json::object();
  Json::object_t& members = metadata.get_ref<Json::object_t&>();
  std::unordered_map<std::string_view, std::size_t> positions;
  for (role_marker::Attribute const& attribute : attributes) {
    if (role_marker::is_nonce_key(attribute.key)) continue;
    auto const [position, is_new] = positions.try_emplace(attribute.key, members.size());
    if (is_new) {
      members.emplace_back(std::string(attribute.key), std::string(attribute.value));
    } else {
      (members.begin() + static_cast<std::ptrdiff_t>(position->second))->second = std::string(attribute.value);
    }
  }
  return metadata;
}

/// Whether `marker` opens a message; with a tag it does only if it carries it.
bool opens_message(role_marker::Marker const& marker, Nonce const& nonce, std::size_t line) {
  if (!nonce) return true;
  std::vector<role_marker::Attribute>::const_iterator const first =
      std::find_if(marker.attributes.begin(), marker.attributes.end(),
                   [](role_marker::Attribute const& attribute) { return role_marker::is_nonce_key(attribute.key); });
  if (first == marker.attributes.end()) return false;
  // The tag is the first attribute of a marker of the template, so that a later nonce is the author's own.
  if (!letter_case::same(first->value, *nonce)) throw errors::marker_nonce_mismatch(marker.role, line);
  return true;
}

class Reader {
 public:
  explicit Reader(Nonce nonce) : nonce_(nonce) {}

  std::vector<Message> read(std::string_view text) {
    if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
    text_lines::Lines lines(text);
    std::size_t content_begin = 0;
    std::size_t number = 0;
    while (std::optional<text_lines::Line> const line = lines.next()) {
      ++number;
      std::optional<role_marker::Marker> const marker = role_marker::read(line->text);
      if (!marker || !opens_message(*marker, nonce_, number)) continue;
      close(text.substr(content_begin, line->begin - content_begin));
      open_ = Message{.role = std::string(marker->role), .metadata = metadata_of(marker->attributes)};
      content_begin = std::min(line->begin + line->text.size() + 1, text.size());
    }
    close(text.substr(content_begin));
    return std::move(messages_);
  }

 private:
  void close(std::string_view content) {
    std::string_view const trimmed = text_lines::without_outer_blank_lines(content);
    // P2.10-15, P2.10-17: what stands before the first marker is the system's, unless it is blank.
    if (!open_ && trimmed.empty()) return;
    Message message = open_ ? std::move(*open_) : Message{.role = "system"};
    message.content = {TextPart{.value = nonce_ ? pre_render::without_tags(trimmed, *nonce_) : std::string(trimmed)}};
    messages_.push_back(std::move(message));
  }

  Nonce nonce_;
  std::optional<Message> open_;
  std::vector<Message> messages_;
};

}  // namespace

std::vector<Message> read(std::string_view text) {
  return Reader(std::nullopt).read(text);
}

std::vector<Message> read_tagged(std::string_view text, std::string_view nonce) {
  return Reader(nonce).read(text);
}

}  // namespace prompty::messages

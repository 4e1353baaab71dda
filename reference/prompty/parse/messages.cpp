#include "prompty/parse/messages.hpp"

#include <algorithm>

#include "prompty/core/errors.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/parse/pre_render.hpp"
#include "prompty/parse/role_marker.hpp"

namespace prompty {
namespace messages {
namespace {

using errors::Wording;

constexpr Wording<ValueError, std::size_t, std::string_view> marker_of_other_nonce{
    "Role marker nonce mismatch (possible injection): line {} of the rendered prompt is a marker for '{}' with a nonce "
    "that is not the template's; take it out of the input that holds it"};
constexpr Wording<ValueError, std::size_t> marker_not_kept{
    "Role marker nonce mismatch (possible injection): line {} of the rendered prompt has a role marker of the template "
    "that did not stay one; take quotes, commas, brackets and line ends out of the inputs in its brackets, or write "
    "double quotes around them in the template; if the template puts other text on that line, give the marker a line "
    "of its own"};
constexpr Wording<ValueError, std::size_t, std::string_view> marker_attributes_changed{
    "Role marker nonce mismatch (possible injection): line {} of the rendered prompt is a marker for '{}' whose "
    "attributes are not those that the template wrote; take quotes, commas, brackets and line ends out of the inputs "
    "in its brackets, or write double quotes around them in the template"};
constexpr Wording<ValueError, std::string_view, std::size_t> marker_attribute_reserved{
    "Role marker attribute '{}' is reserved, on line {} of the rendered prompt: only the pipeline writes it; give the "
    "attribute another name, or give the messages as an input of kind thread"};

/// Nothing when markers carry no tag.
using Nonce = std::optional<std::string_view>;

/// The empty message that a marker opens.
Message opened_by(role_marker::Marker const& marker) {
  json_text::ObjectBuilder metadata;
  for (role_marker::Attribute const& attribute : marker.attributes) {
    // P6.1-03, P6.4-04: neither the tag nor a nonce that the author wrote.
    if (role_marker::is_nonce_key(attribute.key)) continue;
    // P6.1-01: text, also if it reads like a number.
    metadata.set(std::string(attribute.key), std::string(attribute.value));
  }
  return Message{.role = std::string(marker.role), .metadata = metadata.take()};
}

std::optional<Message> opened_by_untagged(std::string_view line) {
  std::optional<role_marker::Marker> const marker = role_marker::read(line);
  return marker ? std::optional(opened_by(*marker)) : std::nullopt;
}

bool has_nonce(role_marker::Marker const& marker) {
  return std::ranges::any_of(marker.attributes, role_marker::is_nonce_key, &role_marker::Attribute::key);
}

/// A line without the template's nonce is text, and may not pretend to be more (P6.4-03).
void refuse_other_nonce(std::string_view line, std::size_t number) {
  std::optional<role_marker::Marker> const marker = role_marker::read(line);
  if (marker && has_nonce(*marker)) throw marker_of_other_nonce(number, marker->role);
}

/// As `opened_by_untagged`, for line `number` of text whose markers carry tags.
std::optional<Message> opened_by_tagged(std::string_view line, std::string_view nonce, std::size_t number) {
  if (!marker_tags::hold(line, nonce)) {
    // P6.4-01: inputs cannot know the tag; a line without it may be theirs.
    refuse_other_nonce(line, number);
    return std::nullopt;
  }
  std::string const cleaned = marker_tags::without_spare_brackets(line, nonce);
  std::optional<role_marker::Marker> const marker = role_marker::read(cleaned);
  // P6.4-03: taken as text, a marker that an input broke would move its message into the one before.
  if (!marker) throw marker_not_kept(number);
  if (!marker_tags::are_in_place(*marker, nonce)) throw marker_attributes_changed(number, marker->role);
  for (role_marker::Attribute const& attribute : marker->attributes) {
    if (role_marker::is_reserved_key(attribute.key)) throw marker_attribute_reserved(attribute.key, number);
  }
  return opened_by(*marker);
}

std::vector<Message> read_lines(std::string_view text, Nonce nonce) {
  text = utf8::without_byte_order_mark(text);
  std::vector<Message> messages;
  std::optional<Message> open;
  auto const close = [&](std::string_view content) {
    std::string_view const trimmed = text_lines::without_outer_blank_lines(content);
    // P2.10-15, P2.10-16, P2.10-17: what stands before the first marker is the system's, unless it is blank.
    if (!open && trimmed.empty()) return;
    Message message = open ? std::move(*open) : Message{.role = "system"};
    // P6.2-03: one part, be it empty. P6.2-04: Markdown is not read, so its images stay text.
    message.content = {TextPart{.value = std::string(trimmed)}};
    // P2.10-01, P11.3.1-11: complete when the next one opens, and never joined to a neighbour of the same role.
    messages.push_back(std::move(message));
  };
  text_lines::Lines lines(text);
  std::size_t content_begin = 0;
  std::size_t number = 0;
  while (std::optional<text_lines::Line> const line = lines.next()) {
    ++number;
    // P6.1-07: each line is tried; code fences are not looked for.
    std::optional<Message> opened =
        nonce ? opened_by_tagged(line->text, *nonce, number) : opened_by_untagged(line->text);
    if (!opened) continue;
    close(text.substr(content_begin, line->begin - content_begin));
    open = std::move(opened);
    // P2.10-12: behind the marker, which is in no message.
    content_begin = std::min(line->begin + line->text.size() + 1, text.size());
  }
  close(text.substr(content_begin));
  return messages;
}

}  // namespace

std::vector<Message> read(std::string_view text) {
  return read_lines(text, std::nullopt);
}

std::vector<Message> read_tagged(std::string_view text, std::string_view nonce) {
  return read_lines(text, nonce);
}

}  // namespace messages

namespace {

class PromptyParser final : public Parser {
 public:
  [[nodiscard]] std::vector<Message> parse(PromptyAgent const&, std::string const& rendered) const override {
    // P6.4-07: nothing says where the text came from, so that all of its markers count.
    return messages::read(rendered);
  }

  [[nodiscard]] std::string tag(std::string const& instructions, std::string const& nonce) const override {
    return pre_render::tag_markers(instructions, nonce);
  }

  [[nodiscard]] std::vector<Message> parse_tagged(PromptyAgent const&, std::string const& rendered,
                                                  std::string const& nonce) const override {
    return messages::read_tagged(rendered, nonce);
  }
};

}  // namespace

std::shared_ptr<Parser const> make_prompty_parser() {
  return std::make_shared<PromptyParser>();
}

}  // namespace prompty

#include "prompty/parse/messages.hpp"

#include "prompty/core/match.hpp"
#include "prompty/parse/role_marker.hpp"

namespace prompty::threads {
namespace {

constexpr std::string_view opening = placeholder_opening;

/// A placeholder that has a value.
struct Placeholder {
  std::size_t begin;
  std::size_t end;
  RichValue const* value;
};

std::optional<Placeholder> placeholder_at(std::string_view text, std::size_t begin, RichValues const& rich_values) {
  std::size_t const nonce_begin = begin + opening.size();
  std::size_t const nonce_end = text.find_first_not_of("0123456789abcdef", nonce_begin);
  if (nonce_end == std::string_view::npos) return std::nullopt;
  // P6.3-09: only with digits of this rendering is it a placeholder, and below only with the input that they were for.
  RichValues::const_iterator const found = rich_values.find(text.substr(nonce_begin, nonce_end - nonce_begin));
  if (found == rich_values.end()) return std::nullopt;
  std::string const whole = placeholder_of(found->first, found->second.input);
  if (text.substr(begin, whole.size()) != whole) return std::nullopt;
  return Placeholder{.begin = begin, .end = begin + whole.size(), .value = &found->second};
}

std::optional<Placeholder> next_placeholder(std::string_view text, std::size_t from, RichValues const& rich_values) {
  // Two openings may share an underscore, so that the search continues right behind the start of one.
  for (std::size_t at = text.find(opening, from); at != std::string_view::npos; at = text.find(opening, at + 1)) {
    std::optional<Placeholder> const found = placeholder_at(text, at, rich_values);
    if (found) return found;
  }
  return std::nullopt;
}

/// Takes one message apart and puts what comes out into `result`.
class Splitter {
 public:
  Splitter(Message const& message, RichValues const& rich_values, std::vector<Message>& result)
      : message_(message), rich_values_(rich_values), result_(result) {}

  void split() {
    for (ContentPart const& part : message_.content) {
      if (TextPart const* const text = std::get_if<TextPart>(&part)) {
        split(text->value);
      } else {
        parts_.push_back(part);
      }
    }
    // A message that holds no value stays what it is, also when it is empty.
    if (!holds_value_) return result_.push_back(message_);
    close();
  }

 private:
  void split(std::string const& text) {
    std::size_t begin = 0;
    std::optional<Placeholder> found = next_placeholder(text, 0, rich_values_);
    if (!found) return parts_.emplace_back(TextPart{.value = text}), void();
    // P6.3-04: the search continues behind each value, and none is used up, so that a placeholder may occur again.
    for (; found; found = next_placeholder(text, begin, rich_values_)) {
      add_text(std::string_view(text).substr(begin, found->begin - begin));
      add_value(*found->value);
      begin = found->end;
    }
    add_text(std::string_view(text).substr(begin));
  }

  void add_text(std::string_view text) {
    // P6.3-07: trimmed like a message, so that a line of its own for the value leaves no blank lines.
    std::string_view const trimmed = text_lines::without_outer_blank_lines(text);
    if (!trimmed.empty()) parts_.emplace_back(TextPart{.value = std::string(trimmed)});
  }

  void add_value(RichValue const& rich) {
    holds_value_ = true;
    match(
        rich.value,
        [&](std::vector<Message> const& thread) {
          close();
          // P6.3-01; P6.3-06: rendering and parsing are over, so that nothing in them is taken for template or marker.
          result_.insert(result_.end(), thread.begin(), thread.end());
        },
        [&](ContentPart const& part) { parts_.push_back(part); });
  }

  void close() {
    // P6.3-02, P6.3-05: blank text makes no part, and what has no parts makes no message.
    if (parts_.empty()) return;
    // P6.3-03: the metadata goes to every piece.
    result_.push_back({.role = message_.role, .content = std::exchange(parts_, {}), .metadata = message_.metadata});
  }

  Message const& message_;
  RichValues const& rich_values_;
  std::vector<Message>& result_;
  std::vector<ContentPart> parts_;
  bool holds_value_ = false;
};

}  // namespace

std::vector<Message> splice(std::vector<Message> messages, RichValues const& rich_values) {
  if (rich_values.empty()) return messages;
  std::vector<Message> result;
  for (Message const& message : messages) Splitter(message, rich_values, result).split();
  return result;
}

}  // namespace prompty::threads

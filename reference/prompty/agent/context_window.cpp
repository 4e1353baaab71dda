#include "prompty/agent/context_window.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"

namespace prompty {
namespace context_window {
namespace {

constexpr std::size_t fewest_kept = 2;
constexpr std::size_t longest_excerpt = 80;
constexpr std::size_t longest_summary = 2000;

bool is_system(Message const& message) {
  return message.role == "system";
}

std::string const& value_of(ContentPart const& part) {
  return match(part, [](auto const& one) -> std::string const& { return one.value; });
}

std::size_t characters_of(Message const& message) {
  std::size_t count = 0;
  for (ContentPart const& part : message.content) count += utf8::length(value_of(part));
  if (!message.metadata.empty()) count += utf8::length(json_text::dump(message.metadata));
  return count;
}

/// The first code points of a text.
std::string start_of(std::string const& text, std::size_t most) {
  std::size_t code_points = 0;
  for (std::size_t index = 0; index < text.size(); ++index) {
    bool const continues = (static_cast<unsigned char>(text[index]) & 0xC0U) == 0x80U;
    if (!continues && code_points++ == most) return text.substr(0, index) + "…";
  }
  return text;
}

std::string excerpt_of(Message const& message) {
  std::string words;
  for (ContentPart const& part : message.content) {
    bool const is_text = std::holds_alternative<TextPart>(part);
    if (!words.empty()) words += ' ';
    words += is_text ? start_of(value_of(part), longest_excerpt) : "(a file)";
  }
  if (message.metadata.contains("tool_calls")) words += words.empty() ? "(called tools)" : " (called tools)";
  return fmt::format("\n{}: {}", message.role, start_of(words, longest_excerpt));
}

/// A message, or an answer with calls and the results of these: half of that no provider accepts (P13.3-05).
struct Unit {
  std::size_t begin;
  std::size_t end;
};

Unit unit_at(std::vector<Message> const& messages, std::size_t begin) {
  std::size_t end = begin + 1;
  if (messages[begin].role != "assistant") return {.begin = begin, .end = end};
  while (end < messages.size() && messages[end].role == "tool") ++end;
  return {.begin = begin, .end = end};
}

/// What stays of a conversation while its oldest messages go.
class Window {
 public:
  Window(std::vector<Message> messages, std::size_t budget)
      : messages_(std::move(messages)), goes_(messages_.size(), false), budget_(budget) {
    for (Message const& message : messages_) {
      characters_ += characters_of(message);
      if (!is_system(message)) ++others_;
    }
  }

  void shrink() {
    // P13.3-01: from the oldest on, and no more than have to go.
    for (std::size_t index = 0; index < messages_.size() && !fits();) {
      // P13.3-02: instructions hold for as long as the conversation does.
      if (is_system(messages_[index])) {
        ++index;
        continue;
      }
      Unit const unit = unit_at(messages_, index);
      // P13.3-03: too long is still better than nothing left to answer.
      if (others_ - (unit.end - unit.begin) < fewest_kept) return;
      drop(unit);
      index = unit.end;
    }
  }

  [[nodiscard]] Fitted fitted() && {
    std::vector<Message> kept;
    std::size_t removed = 0;
    for (std::size_t index = 0; index < messages_.size(); ++index) {
      if (goes_[index]) {
        ++removed;
      } else {
        kept.push_back(std::move(messages_[index]));
      }
    }
    if (removed > 0) {
      std::vector<Message>::const_iterator const behind_system = std::find_if_not(kept.begin(), kept.end(), is_system);
      // P13.3-04: it stands where what went has stood, behind the instructions.
      kept.insert(behind_system, Message{.role = "user", .content = {TextPart{summary()}}});
    }
    return {.messages = std::move(kept), .removed = removed};
  }

 private:
  [[nodiscard]] bool fits() const {
    std::size_t const summed_up = goes_any_ ? utf8::length(summary()) : 0;
    return characters_ + summed_up <= budget_;
  }

  void drop(Unit const& unit) {
    for (std::size_t index = unit.begin; index < unit.end; ++index) {
      goes_[index] = true;
      characters_ -= characters_of(messages_[index]);
      if (excerpts_.size() < longest_summary) excerpts_ += excerpt_of(messages_[index]);
      --others_;
    }
    goes_any_ = true;
  }

  /// It must not be what bursts the budget, so it may take a quarter of that.
  [[nodiscard]] std::string summary() const {
    return start_of("[Summary of earlier messages]" + excerpts_, std::min(longest_summary, budget_ / 4));
  }

  std::vector<Message> messages_;
  std::vector<bool> goes_;
  std::size_t budget_;
  std::size_t characters_ = 0;
  std::size_t others_ = 0;
  bool goes_any_ = false;
  std::string excerpts_;
};

}  // namespace
}  // namespace context_window

std::size_t characters_in(std::vector<Message> const& messages) {
  std::size_t count = 0;
  for (Message const& message : messages) count += context_window::characters_of(message);
  return count;
}

Fitted fit_into(std::vector<Message> messages, std::size_t budget) {
  context_window::Window window(std::move(messages), budget);
  window.shrink();
  return std::move(window).fitted();
}

}  // namespace prompty

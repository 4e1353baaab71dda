#include "prompty/pipeline/prepare.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "prompty/core/error_catalogue.hpp"

namespace prompty {
namespace preparation {
namespace {

constexpr std::string_view blanks = " \t\r\f\v";

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', start)) {
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  lines.push_back(text.substr(start));
  return lines;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(blanks) == std::string_view::npos;
}

std::string_view without_blanks(std::string_view line) {
  if (is_blank(line)) return "";
  std::size_t const first = line.find_first_not_of(blanks);
  return line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

bool starts_with_role(std::string_view text, std::string_view role) {
  return text.size() >= role.size() && std::equal(role.begin(), role.end(), text.begin(), [](char lower, char c) {
           return lower == c || (c >= 'A' && c <= 'Z' && lower == c - 'A' + 'a');
         });
}

/// Errs on the side of seeing a marker: the line is refused then, where text would be sent under the wrong role.
bool is_role_marker(std::string_view line) {
  std::string_view text = without_blanks(line);
  if (!text.empty() && text.front() == '#') text = without_blanks(text.substr(1));
  if (text.empty() || text.back() != ':') return false;
  text = without_blanks(text.substr(0, text.size() - 1));
  for (std::string_view const role : std::array<std::string_view, 3>{"system", "user", "assistant"}) {
    if (!starts_with_role(text, role)) continue;
    std::string_view const rest = without_blanks(text.substr(role.size()));
    if (rest.empty() || (rest.front() == '[' && rest.back() == ']')) return true;
  }
  return false;
}

void demand_plain_text(std::vector<std::string_view> const& lines) {
  for (std::size_t index = 0; index < lines.size(); ++index) {
    for (std::string_view const opener : std::array<std::string_view, 3>{"{{", "{%", "{#"}) {
      if (lines[index].find(opener) != std::string_view::npos) {
        throw errors::rendering_not_implemented(fmt::format("'{}'", opener), index + 1);
      }
    }
    if (is_role_marker(lines[index])) throw errors::rendering_not_implemented("a role marker", index + 1);
  }
}

std::string without_outer_blank_lines(std::string_view text, std::vector<std::string_view> const& lines) {
  std::vector<std::string_view>::const_iterator const first = std::find_if_not(lines.begin(), lines.end(), is_blank);
  if (first == lines.end()) return "";
  std::vector<std::string_view>::const_reverse_iterator const last =
      std::find_if_not(lines.rbegin(), lines.rend(), is_blank);
  std::size_t const start = static_cast<std::size_t>(first->data() - text.data());
  std::size_t const end = static_cast<std::size_t>(last->data() - text.data()) + last->size();
  return std::string(text.substr(start, end - start));
}

}  // namespace
}  // namespace preparation

std::vector<Message> prepare(PromptyAgent const& agent, Json const& inputs) {
  if (!inputs.empty()) throw errors::inputs_not_implemented();
  std::string_view const text = agent.instructions;
  std::vector<std::string_view> const lines = preparation::lines_of(text);
  preparation::demand_plain_text(lines);
  std::string content = preparation::without_outer_blank_lines(text, lines);
  if (content.empty()) return {};
  // P2.10-16: text without a marker is the system's.
  return {Message{.role = "system", .content = {TextPart{.value = std::move(content)}}}};
}

}  // namespace prompty

#include "prompty/pipeline/template_places.hpp"

#include <cstddef>

namespace prompty {
namespace template_places {
namespace {

/// The line of this number, from 1; "" behind the last.
std::string_view line_of(std::string_view text, std::size_t number) {
  for (; number > 1; --number) {
    std::size_t const end = text.find('\n');
    if (end == std::string_view::npos) return "";
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

}  // namespace
}  // namespace template_places

bool is_on_changed_line(Error const& error, PromptyAgent const& agent, std::string_view changed) {
  std::size_t const first = agent.origin ? agent.origin->body_line : 1;
  if (error.place().line < first) return false;
  std::size_t const number = error.place().line - first + 1;
  return template_places::line_of(agent.instructions, number) != template_places::line_of(changed, number);
}

}  // namespace prompty

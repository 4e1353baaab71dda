#include "prompty/render/jinja/padding.hpp"

#include "prompty/render/jinja/text_search.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {

std::string pad(Session& session, std::string_view text, std::int64_t width, Alignment alignment,
                std::string_view fill) {
  std::size_t const length = unicode::length(text);
  if (width <= 0 || static_cast<std::size_t>(width) <= length) return std::string(text);
  std::size_t const missing = static_cast<std::size_t>(width) - length;
  session.check_room(missing < session.limits().memory ? missing * fill.size() : session.limits().memory + 1);
  std::size_t left = 0;
  if (alignment == Alignment::right) left = missing;
  // Python puts the odd blank to the left where the width is odd.
  if (alignment == Alignment::center) left = missing / 2 + (missing & static_cast<std::size_t>(width) & 1U);
  std::string result;
  for (std::size_t count = left; count > 0; --count) result += fill;
  result += text;
  for (std::size_t count = missing - left; count > 0; --count) result += fill;
  return result;
}

void check_replacement(Session& session, std::string_view text, std::string_view from, std::string_view to) {
  session.spend_for_text(text.size());
  std::size_t const found = text_search::count(session, text, from);
  std::size_t const memory = session.limits().memory;
  bool const fits = to.empty() || found <= memory / to.size();
  session.check_room(fits ? text.size() + found * to.size() : memory + 1);
}

}  // namespace prompty::jinja

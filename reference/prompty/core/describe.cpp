#include "prompty/core/describe.hpp"

#include <fmt/core.h>

#include "prompty/core/json_text.hpp"

namespace prompty {

std::string describe_place(Place const& place) {
  if (place.line == 0) return place.file;
  std::string const position = fmt::format("line {}, column {}", place.line, place.column);
  return place.file.empty() ? position : fmt::format("{}, {}", place.file, position);
}

std::string describe_json(Json const& value) {
  constexpr std::size_t longest_shown = 60;
  if (value.is_null()) return "nothing";
  if (value.is_array()) return fmt::format("a list of {}", value.size());
  if (value.is_object()) return "a mapping";
  std::string text = json_text::dump(value);
  if (value.is_string()) return text.size() <= longest_shown ? fmt::format("the string {}", text) : "a long string";
  if (value.is_boolean()) return text;
  return fmt::format("the number {}", text);
}

}  // namespace prompty

#include "prompty/core/errors.hpp"

#include "prompty/core/json_text.hpp"

namespace prompty {

void Error::set_conversation(std::vector<Message> messages) {
  conversation_ = std::make_shared<std::vector<Message> const>(std::move(messages));
}

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

namespace errors {

ValueError about_property(std::string_view property_path, std::string const& problem, std::string const& hint) {
  return explained(problem, {.property_path = std::string(property_path), .problem = problem, .hint = hint});
}

ValueError wrong_type(std::string_view property_path, std::string_view expected, Json const& found) {
  return about_property(property_path,
                        fmt::format("{} must be {}, not {}", property_path, expected, describe_json(found)));
}

ValueError property_missing(std::string_view property_path, std::string_view what_it_is) {
  return about_property(property_path, fmt::format("{} is missing", property_path), fmt::format("give {}", what_it_is));
}

}  // namespace errors
}  // namespace prompty

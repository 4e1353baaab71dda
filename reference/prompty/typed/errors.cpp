#include "prompty/typed/errors.hpp"

namespace prompty::errors {
namespace {

std::string_view place_of(std::string_view pointer) {
  return pointer.empty() ? "The JSON" : pointer;
}

}  // namespace

ValueError wrong_text_from_reference(std::string_view property_path, std::string_view expected) {
  return about_property(
      {.property_path = std::string(property_path),
       .problem = fmt::format("{} must be {}, not the text that its reference gives", property_path, expected)});
}

ValueError value_does_not_fit(std::string_view pointer, std::string_view expected, Json const& found) {
  return about_property(
      {.property_path = std::string(pointer),
       .problem = fmt::format("{} must be {}, not {}", place_of(pointer), expected, describe_json(found))});
}

ValueError value_missing(std::string_view pointer, std::string_view description) {
  return about_property({.property_path = std::string(pointer),
                         .problem = fmt::format("{} is missing", pointer),
                         .hint = description.empty() ? "" : fmt::format("it is: {}", description)});
}

ValueError value_refused(std::string_view pointer, std::string_view reason) {
  return about_property({.property_path = std::string(pointer),
                         .problem = fmt::format("{} does not fit: {}", place_of(pointer), reason)});
}

}  // namespace prompty::errors

#include "prompty/core/errors.hpp"

namespace prompty {

void Error::set_conversation(std::vector<Message> messages) {
  conversation_ = std::make_shared<std::vector<Message> const>(std::move(messages));
}

}  // namespace prompty

namespace prompty::errors {

ValueError about_property(std::string_view property_path, std::string const& problem, std::string const& hint) {
  return explained(problem, {.property_path = std::string(property_path), .problem = problem, .hint = hint});
}

ValueError wrong_type(std::string_view property_path, std::string_view expected, Json const& found) {
  return about_property(property_path,
                        fmt::format("{} must be {}, not {}", property_path, expected, describe_json(found)));
}

ValueError property_missing(std::string_view property_path, std::string_view what_it_is) {
  return about_property(property_path, fmt::format("{} is missing", property_path),
                        fmt::format("give {}", what_it_is));
}

}  // namespace prompty::errors

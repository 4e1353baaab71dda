#include "prompty/core/error_catalogue_rendering.hpp"

#include <fmt/core.h>

#include <utility>

#include "prompty/core/describe_place.hpp"

namespace prompty::errors {
namespace rendering {
namespace {

std::string at(Place const& place) {
  return place.line == 0 ? "" : fmt::format(" ({})", describe_place(place));
}

ValueError placed(std::string const& message, Place place) {
  ValueError error(message);
  error.set_place(std::move(place));
  return error;
}

}  // namespace
}  // namespace rendering

ValueError template_syntax(Place place, std::string_view reason) {
  return rendering::placed(fmt::format("Template syntax error: {}{}", reason, rendering::at(place)), place);
}

ValueError template_failed(Place place, std::string_view reason) {
  return rendering::placed(fmt::format("Template error: {}{}", reason, rendering::at(place)), place);
}

ValueError undefined_template_variable(Place place, std::string_view name) {
  return rendering::placed(fmt::format("Undefined template variable: {}{}", name, rendering::at(place)), place);
}

ValueError unknown_undefined_setting(std::string_view found) {
  return ValueError(fmt::format("template.format.undefined must be empty or error, not {}", found));
}

}  // namespace prompty::errors

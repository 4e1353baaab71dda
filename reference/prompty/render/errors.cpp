#include "prompty/render/errors.hpp"

#include <fmt/core.h>

namespace prompty::errors {

ValueError template_error(jinja::ErrorKind kind, std::string_view reason, Place place) {
  ValueError error(jinja::message_of(kind, reason, place.line == 0 ? "" : describe_place(place)));
  error.set_place(std::move(place));
  return error;
}

ValueError unknown_undefined_setting(std::string_view found) {
  return ValueError(fmt::format("template.format.undefined must be empty or error, not {}", found));
}

}  // namespace prompty::errors

namespace prompty::errors::reason {

std::string mustache_not_closed(std::string_view closing) {
  return fmt::format("the tag is not closed; end it with {}", closing);
}

std::string mustache_tag_refused(std::string_view tag) {
  return fmt::format("the tag '{}' is a partial or a change of delimiters, which prompts do not have", tag);
}

std::string mustache_too_large(std::size_t limit) {
  return fmt::format("a Mustache template of more than {} bytes; use Jinja2 for it", limit);
}

std::string section_not_closed(std::string_view name) {
  return fmt::format("the section '{0}' is not closed where it should be; end it with {{{{/{0}}}}}", name);
}

std::string section_not_open(std::string_view name) {
  return fmt::format("'{{{{/{0}}}}}' closes a section that is not open", name);
}
}  // namespace prompty::errors::reason

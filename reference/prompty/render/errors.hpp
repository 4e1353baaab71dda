#pragma once

#include "jinja/errors.hpp"
#include "jinja/reasons.hpp"
#include "prompty/core/errors.hpp"

namespace prompty::errors {

/// Carries the place, which lies in the template; line 0 means that none is known.
[[nodiscard]] inline ValueError template_error(jinja::ErrorKind kind, std::string_view reason, Place place = {}) {
  ValueError error(jinja::message_of(kind, reason, place.line == 0 ? "" : describe_place(place)));
  error.set_place(std::move(place));
  return error;
}
inline constexpr Wording<ValueError, std::string_view> unknown_undefined_setting{
    "template.format.undefined must be empty or error, not {}"};

}  // namespace prompty::errors

/// What is wrong with a Mustache template, beside what jinja::reason has for both languages.
namespace prompty::errors::reason {

using jinja::reason::Wording;

inline constexpr Wording<std::string_view> mustache_not_closed{"the tag is not closed; end it with {}"};
inline constexpr Wording<std::string_view> mustache_tag_refused{
    "the tag '{}' is a partial or a change of delimiters, which prompts do not have"};
inline constexpr Wording<std::size_t> mustache_too_large{
    "a Mustache template of more than {} bytes; use Jinja2 for it"};
inline constexpr Wording<std::string_view> section_not_closed{
    "the section '{0}' is not closed where it should be; end it with {{{{/{0}}}}}"};
inline constexpr Wording<std::string_view> section_not_open{"'{{{{/{0}}}}}' closes a section that is not open"};

}  // namespace prompty::errors::reason

#pragma once

#include "jinja/errors.hpp"
#include "prompty/core/describe.hpp"
#include "prompty/core/error.hpp"

namespace prompty::errors {

/// Carries the place, which lies in the template; line 0 means that none is known.
[[nodiscard]] ValueError template_error(jinja::ErrorKind kind, std::string_view reason, Place place = {});
[[nodiscard]] ValueError unknown_undefined_setting(std::string_view found);

}  // namespace prompty::errors

/// What is wrong with a Mustache template, beside what jinja::reason has for both languages.
namespace prompty::errors::reason {

[[nodiscard]] std::string mustache_not_closed(std::string_view closing);
[[nodiscard]] std::string mustache_tag_refused(std::string_view tag);
[[nodiscard]] std::string mustache_too_large(std::size_t limit);
[[nodiscard]] std::string section_not_closed(std::string_view name);
[[nodiscard]] std::string section_not_open(std::string_view name);

}  // namespace prompty::errors::reason

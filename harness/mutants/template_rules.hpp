#pragma once

#include <functional>
#include <string>

#include "harness/mutants/message_rules.hpp"

namespace conformance::mutants {

// Rules over `render` and `prepare` for the agents of one engine. A pattern is RE2's, and so is a rewrite of it.

[[nodiscard]] bool is_jinja(Json const& agent);

/// Rewrites the template, wherever the pattern fits.
[[nodiscard]] Rule in_template(std::string const& pattern, std::string const& rewrite);

/// Rewrites what `render` answers for a Jinja template; see changed_rendered.
[[nodiscard]] Rule in_output(std::string const& pattern, std::string const& rewrite);

/// Escapes for HTML, as engines do that write pages.
[[nodiscard]] std::string escaped(std::string const& text);

}  // namespace conformance::mutants

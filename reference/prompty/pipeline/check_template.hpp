#pragma once

#include "prompty/load/check.hpp"

namespace prompty {

/// What is legal in the agent's template and surely not meant, by place, a hundred of each kind at most: variables that
/// no input has the name of, where the agent declares inputs; the name of an input in single braces; the tags of
/// Jinja2 under another engine.
[[nodiscard]] std::vector<Problem> warnings_about_template(PromptyAgent const& agent);

/// Which other language the text has a tag of on that line (from 1), in half a sentence with what to write instead; ""
/// when it has none. For templates that Jinja2 refuses.
[[nodiscard]] std::string foreign_tag(std::string_view text, std::size_t line);

}  // namespace prompty

#pragma once

#include "jinja/ast.hpp"

namespace jinja {

/// The filter `name` of Jinja2; null when there is none. `random` and `urlize` are there and throw Failure when used.
[[nodiscard]] Operation find_filter(std::string_view name);

/// Those for text and markup, and those for lists and mappings.
[[nodiscard]] Operation find_text_filter(std::string_view name);
[[nodiscard]] Operation find_list_filter(std::string_view name);

/// The test `name` of Jinja2 (what stands after `is`); null when there is none.
[[nodiscard]] Predicate find_predicate(std::string_view name);

}  // namespace jinja

#pragma once

#include <string_view>

#include "prompty/render/jinja/ast.hpp"

namespace prompty::jinja {

/// The test `name` of Jinja2 (what stands after `is`); none when there is none.
[[nodiscard]] Predicate find_predicate(std::string_view name);

}  // namespace prompty::jinja

#pragma once

#include "jinja/value.hpp"

namespace jinja {

/// The method `name` of a text, list, tuple, mapping or other object; null when there is none.
[[nodiscard]] BoundMethod::Function find_method(Value const& object, std::string_view name);

/// Throws Failure for arguments by name where `method` takes them by position alone, as most of Python's do.
void check_names(Value const& receiver, std::string_view method, Arguments const& arguments);

/// The methods of one type of value.
[[nodiscard]] BoundMethod::Function find_text_method(std::string_view name);
[[nodiscard]] BoundMethod::Function find_map_method(std::string_view name);

}  // namespace jinja

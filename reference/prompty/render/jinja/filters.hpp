#pragma once

#include <string_view>

#include "prompty/render/jinja/ast.hpp"

namespace prompty::jinja {

/// The filter `name` of Jinja2; none when there is none. `random` and `urlize` are there and throw Failure when used.
[[nodiscard]] Operation find_filter(std::string_view name);

/// The filters by their subject.
[[nodiscard]] Operation find_text_filter(std::string_view name);
[[nodiscard]] Operation find_markup_filter(std::string_view name);
[[nodiscard]] Operation find_number_filter(std::string_view name);
[[nodiscard]] Operation find_list_filter(std::string_view name);
[[nodiscard]] Operation find_order_filter(std::string_view name);
[[nodiscard]] Operation find_selection_filter(std::string_view name);

}  // namespace prompty::jinja

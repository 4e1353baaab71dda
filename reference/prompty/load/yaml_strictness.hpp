#pragma once

#include <cstddef>
#include <string_view>

/// What yaml-cpp takes for YAML although it is none. Offsets are those of its marks: a node's begins at its anchor or
/// tag.
namespace prompty::yaml {

/// Whether the node at `at` is a quoted text that goes on to the end without its closing quote.
[[nodiscard]] bool is_unclosed_quote(std::string_view text, std::size_t at);

/// Whether the key of a block mapping at `at` has no colon after it on its line, nor a question mark before it.
[[nodiscard]] bool lacks_colon(std::string_view text, std::size_t at);

/// Whether a comma stands at `at`.
[[nodiscard]] bool is_comma(std::string_view text, std::size_t at);

}  // namespace prompty::yaml

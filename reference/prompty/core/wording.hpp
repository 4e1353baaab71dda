#pragma once

#include <fmt/core.h>

#include "prompty/core/error.hpp"

namespace prompty::errors {

/// What an error says, and the clause that demands it; called with what fills the places of the text, it makes one.
template <class Kind, class... Parts>
struct Wording {
  fmt::format_string<Parts const&...> text;
  std::string_view clause = "";

  [[nodiscard]] Kind operator()(Parts const&... parts) const { return Kind(fmt::format(text, parts...), clause); }
};

}  // namespace prompty::errors

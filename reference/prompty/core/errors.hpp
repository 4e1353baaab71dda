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

/// An error that says `text` and then the hint of its `parts`.
template <class Kind = ValueError>
[[nodiscard]] Kind explained(std::string const& text, Explanation parts, Place place = {},
                             std::string_view clause = "") {
  Kind error(parts.hint.empty() ? text : fmt::format("{}; {}", text, parts.hint), clause);
  error.set_place(std::move(place));
  error.set_explanation(std::move(parts));
  return error;
}

// Properties of any object
[[nodiscard]] ValueError about_property(std::string_view property_path, std::string const& problem,
                                        std::string const& hint = "");
[[nodiscard]] ValueError wrong_type(std::string_view property_path, std::string_view expected, Json const& found);
[[nodiscard]] ValueError property_missing(std::string_view property_path, std::string_view what_it_is);

inline constexpr Wording<ValueError, std::string_view> unexpected_response{"Unexpected response format: {}"};

}  // namespace prompty::errors

#pragma once

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/wording.hpp"

namespace prompty::errors {

/// An error that says `problem` and then `hint`.
[[nodiscard]] ValueError about_property(Explanation explanation);

// Properties of any object
[[nodiscard]] ValueError wrong_type(std::string_view property_path, std::string_view expected, Json const& found);
[[nodiscard]] ValueError property_missing(std::string_view property_path, std::string_view what_it_is);

// Responses and outcomes
inline constexpr Wording<ValueError, std::string_view> unexpected_response{"Unexpected response format: {}"};
/// `reader` is the function that reads what was found.
[[nodiscard]] ValueError other_outcome(std::string_view found, std::string_view expected, std::string_view reader);

// The system
inline constexpr Wording<RuntimeError, std::string_view> no_randomness{"The operating system gave no random bytes: {}"};

}  // namespace prompty::errors

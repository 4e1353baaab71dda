#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

/// As `wrong_type`, for a text that came from a reference: it may be a secret, so that it is not shown.
[[nodiscard]] ValueError wrong_text_from_reference(std::string_view property_path, std::string_view expected);

// JSON as a type of the program. The pointer "" is that of the whole.
[[nodiscard]] ValueError value_does_not_fit(std::string_view pointer, std::string_view expected, Json const& found);
[[nodiscard]] ValueError value_missing(std::string_view pointer, std::string_view description);
[[nodiscard]] ValueError value_refused(std::string_view pointer, std::string_view reason);
inline constexpr Wording<ValueError, std::string_view> text_is_not_json{
    "The outcome is text that is not JSON ({}): read it with text(), or declare outputs so that the model answers with "
    "JSON"};

}  // namespace prompty::errors

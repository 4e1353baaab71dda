#pragma once

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"

namespace prompty::errors {

// Properties of any object
[[nodiscard]] ValueError wrong_type(std::string_view property_path, std::string_view expected, Json const& found);
/// As `wrong_type`, for a text that came from a reference: it may be a secret, so that it is not shown.
[[nodiscard]] ValueError wrong_text_from_reference(std::string_view property_path, std::string_view expected);
[[nodiscard]] ValueError property_missing(std::string_view property_path, std::string_view what_it_is);

// Connections
[[nodiscard]] ValueError client_without_endpoint(std::string_view name);
[[nodiscard]] ValueError no_token_source(std::string_view kind);
[[nodiscard]] ValueError empty_token(std::string_view kind);

// Responses and the calls in them
[[nodiscard]] ValueError unexpected_response(std::string_view reason);
[[nodiscard]] ValueError arguments_not_an_object(std::string_view property_path);
[[nodiscard]] ValueError arguments_not_an_object(std::string_view function, Json const& found);

/// `reader` is the function that reads what was found.
[[nodiscard]] ValueError other_outcome(std::string_view found, std::string_view expected, std::string_view reader);

// JSON as a type of the program. The pointer "" is that of the whole.
[[nodiscard]] ValueError value_does_not_fit(std::string_view pointer, std::string_view expected, Json const& found);
[[nodiscard]] ValueError value_missing(std::string_view pointer, std::string_view description);
[[nodiscard]] ValueError value_refused(std::string_view pointer, std::string_view reason);
[[nodiscard]] ValueError text_is_not_json(std::string_view reason);

// What a component does not offer
[[nodiscard]] NotImplementedError requests_not_shown(std::string_view provider);
[[nodiscard]] NotImplementedError streams_not_offered(std::string_view provider);
[[nodiscard]] NotImplementedError streams_not_processed(std::string_view provider);

// The system
[[nodiscard]] RuntimeError no_randomness(int system_error);

}  // namespace prompty::errors

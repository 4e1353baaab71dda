#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/place.hpp"

namespace prompty::errors {

[[nodiscard]] ValueError wrong_type(std::string_view property_path, std::string_view expected, Json const& found);
[[nodiscard]] ValueError property_missing(std::string_view property_path, std::string_view what_it_is);
[[nodiscard]] NotImplementedError requests_not_shown(std::string_view provider);
[[nodiscard]] ValueError unexpected_response(std::string_view reason);
[[nodiscard]] RuntimeError no_randomness(int system_error);
[[nodiscard]] ValueError arguments_not_an_object(std::string_view property_path);
[[nodiscard]] ValueError arguments_not_an_object(std::string_view function, Json const& found);
[[nodiscard]] ValueError client_without_endpoint(std::string_view name);
[[nodiscard]] ValueError no_token_source(std::string_view kind);
[[nodiscard]] ValueError empty_token(std::string_view kind);
[[nodiscard]] NotImplementedError streams_not_offered(std::string_view provider);
[[nodiscard]] NotImplementedError streams_not_processed(std::string_view provider);

}  // namespace prompty::errors

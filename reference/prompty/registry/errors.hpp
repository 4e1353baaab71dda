#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

// What a host has registered for connections, for the providers and for the servers of tools.
inline constexpr Wording<ValueError, std::string_view> client_without_endpoint{
    "The client registered as connection '{}' has no endpoint: give it one"};
inline constexpr Wording<ValueError, std::string_view> no_token_source{
    "model.connection: a connection of kind '{0}' needs a bearer token, and the host hands in none; register a token "
    "source for '{0}', or use a connection of kind key"};
inline constexpr Wording<ValueError, std::string_view> empty_token{
    "The token source for connections of kind '{}' gave an empty token"};

}  // namespace prompty::errors

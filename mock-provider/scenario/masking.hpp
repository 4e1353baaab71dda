#pragma once

#include <string>
#include <string_view>

/// Secrets of a request, as choices, journal and pages show them.
namespace mock_provider {

/// The value of a header as it may be shown: of secrets (authorization, cookie, x-api-key, api-key, x-goog-api-key and
/// the like) only the last 4 characters, and not even those of a secret shorter than 12.
[[nodiscard]] std::string shown_header(std::string_view name, std::string const& value);

/// A query as it may be shown: of the values of parameters that carry keys (key, api_key, access_token and the like)
/// only as much as of such headers.
[[nodiscard]] std::string shown_query(std::string_view query);

}  // namespace mock_provider

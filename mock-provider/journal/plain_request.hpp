#pragma once

#include <string>

#include "mock-provider/journal/journal.hpp"
#include "mock-provider/values/json_text.hpp"

/// Requests so that two clients that ask for the same have sent the same.
namespace mock_provider {

/// The path behind the endpoint that clients are given: without "/v1", which Anthropic's clients add themselves.
[[nodiscard]] std::string relative_path(std::string const& path);

/// One request as `{method, path, headers, body}`: the path relative to the endpoint, the query behind it, header names
/// in lower case. `body` is the parsed JSON without what official SDKs set whatever their caller says, or the raw text
/// when it is not JSON or beyond the bounds of `bounded_json`.
[[nodiscard]] Json plain_request(JournalEntry const& entry, Secrets secrets = Secrets::shown);

}  // namespace mock_provider

#pragma once

#include <string>
#include <vector>

#include "harness/replay/attempt.hpp"
#include "mock-provider/server.hpp"

namespace conformance {

/// Requests of one scenario as reports show them: path relative to the endpoint (its "/v1" taken off), credentials
/// masked.
[[nodiscard]] std::vector<HttpExchange> exchanges_of(std::vector<mock_provider::JournalEntry> const& entries);

/// One request in the shape of a build_request result: {method, path, headers, body}, header names in lower case.
/// `body` is the parsed JSON, or the raw text when it is none.
[[nodiscard]] Json as_request(mock_provider::JournalEntry const& entry);

/// Says where a credential stands that must occur in the Authorization header alone; "" when it occurs there only.
[[nodiscard]] std::string misplaced_credential(mock_provider::JournalEntry const& entry, std::string const& credential);

}  // namespace conformance

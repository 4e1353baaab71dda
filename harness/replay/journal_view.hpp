#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/replay/attempt.hpp"
#include "mock-provider/server.hpp"

namespace conformance {

/// Requests of one scenario as reports show them: path relative to the endpoint ("/v1" taken off where the endpoint has
/// it), credentials masked.
[[nodiscard]] std::vector<HttpExchange> exchanges_of(std::vector<mock_provider::JournalEntry> const& entries);

/// One request in the shape of a build_request result: {method, path, headers, body}, the query behind the path, header
/// names in lower case. `body` is the parsed JSON, or the raw text when it is none or beyond the bounds of
/// `bounded_json`.
[[nodiscard]] Json as_request(mock_provider::JournalEntry const& entry);

/// Holds the requests of one scenario, as `as_request` shows them, against a list of expectations, each of which names
/// the members that it speaks of.
[[nodiscard]] Judgement judge_requests(Json const& expected, std::vector<mock_provider::JournalEntry> const& entries);

/// The header in which a provider's public interface has the key: `Authorization: Bearer KEY`, `api-key: KEY` or
/// `x-api-key: KEY`. Each of the three is accepted from whoever sends a request.
enum class KeyHeader : std::uint8_t { authorization, api_key, x_api_key };

/// Says where a credential stands outside the headers that carry keys, how it stands there wrongly, or that it is
/// missing from `header`; "" when it occurs in those headers only.
[[nodiscard]] std::string misplaced_credential(mock_provider::JournalEntry const& entry, std::string const& credential,
                                               KeyHeader header = KeyHeader::authorization);

}  // namespace conformance

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/journal.hpp"

namespace mock_provider::journal_json {

/// Appends an entry as compact JSON for people and clients: secrets masked, the body as text (base64 when it is no
/// UTF-8), and once more as JSON where it is some, the answer, and how the scenario came to it.
void append(std::string& text, JournalEntry const& entry);

}  // namespace mock_provider::journal_json

namespace mock_provider {

/// The events in the bytes of a stream, each without the empty line that ends it.
[[nodiscard]] std::vector<std::string_view> events_of(std::string_view stream);

/// The id by which the provider knows the request; "" without one.
[[nodiscard]] std::string_view request_id_of(JournalEntry const& entry);

}  // namespace mock_provider

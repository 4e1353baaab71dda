#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mock-provider/journal/journal.hpp"

namespace mock_provider {

/// So many requests are on a page for people.
constexpr std::size_t most_on_page = 200;

/// What a query wants to see of the journal.
struct JournalQuery {
  /// What the query is for, on which its parameters depend.
  enum class Use : std::uint8_t { list, page, removal };
  enum class Form : std::uint8_t { array, lines, plain };
  JournalFilter filter = {};
  Journal::PageBounds bounds = {};
  std::uint64_t before = std::numeric_limits<std::uint64_t>::max();  ///< for the page: entries of lower numbers
  Form form = Form::array;
};

}  // namespace mock_provider

namespace mock_provider::journal_query {

/// Reads `scenario`, `path` (with "*" for any characters), `status` ("404" or "4xx"), `since` (UTC as in RFC 3339, or
/// microseconds since 1970), `findings` ("only") and `limit`, for a list `after` and `format` ("jsonl", "plain") as
/// well, for a page `before`; for a removal `scenario` alone. One that is empty is not set, but for the numbers.
/// Otherwise what is wrong, in one sentence.
[[nodiscard]] std::variant<JournalQuery, std::string> read(std::string_view query,
                                                           JournalQuery::Use use = JournalQuery::Use::list);

/// The address below "/_mock/" of what follows after an entry, everything else in the query the same.
[[nodiscard]] std::string next_page(std::string_view query, JournalQuery const& read, std::uint64_t last);

}  // namespace mock_provider::journal_query

namespace mock_provider::journal_json {

/// Appends an entry as compact JSON for people and clients: the body as text (base64 when it is no UTF-8), and once
/// more as JSON where it is some, the answer, and how the scenario came to it.
void append(std::string& text, JournalEntry const& entry, Secrets secrets);

}  // namespace mock_provider::journal_json

namespace mock_provider {

/// The events in the bytes of a stream, each without the empty line that ends it.
[[nodiscard]] std::vector<std::string_view> events_of(std::string_view stream);

/// The id by which the provider knows the request; "" without one.
[[nodiscard]] std::string_view request_id_of(JournalEntry const& entry);

}  // namespace mock_provider

#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>

#include "mock-provider/journal.hpp"

namespace mock_provider {

/// What a query wants to see of the journal.
struct JournalQuery {
  enum class Form : std::uint8_t { array, lines };
  JournalFilter filter = {};
  Journal::PageBounds bounds = {};
  std::uint64_t before = std::numeric_limits<std::uint64_t>::max();  ///< for the page: entries of lower numbers
  Form form = Form::array;
};

}  // namespace mock_provider

namespace mock_provider::journal_query {

/// Reads `scenario`, `path` (with "*" for any characters), `status` ("404" or "4xx"), `since` (UTC as in RFC 3339, or
/// microseconds since 1970), `findings` ("only"), `after`, `before`, `limit` and `format` ("jsonl"); one that is empty
/// is not set, but for the numbers. Otherwise what is wrong, in one sentence.
[[nodiscard]] std::variant<JournalQuery, std::string> read(std::string_view query);

/// The address below "/_mock/" of what follows after an entry, everything else in the query the same.
[[nodiscard]] std::string next_page(std::string_view query, JournalQuery const& read, std::uint64_t last);

}  // namespace mock_provider::journal_query

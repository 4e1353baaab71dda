#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mock-provider/journal/journal.hpp"
#include "mock-provider/journal/journal_json.hpp"
#include "mock-provider/scenario/player.hpp"

namespace mock_provider::journal_page {

/// What the page shows.
struct View {
  Journal::Newest requests;
  JournalQuery query = {};
  std::string since = {};                                                       ///< as the reader wrote it
  std::string status = {};                                                      ///< as the reader wrote it
  std::string problem = {};                                                     ///< with the query, "" for none
  std::vector<std::string> scenario_names = {};                                 ///< of requests, to choose from
  std::vector<std::pair<std::string, std::shared_ptr<Player>>> scenarios = {};  ///< that are played, by name
  std::uint64_t dropped = 0;  ///< entries that the journal has no more
};

/// The journal as an HTML page for people, newest request first: a form that filters, the scenarios with the steps that
/// were not played out, and of each request findings, why the scenario answered so, headers with secrets masked, body
/// and answer. The first 16 KiB of a body are shown. It needs no script and nothing from elsewhere, and follows the
/// reader's choice of light or dark.
[[nodiscard]] std::string html(View const& view);

/// The style sheet of the page.
[[nodiscard]] std::string_view style();

}  // namespace mock_provider::journal_page

namespace mock_provider::html_text {

/// A text as it may stand between tags and inside quoted attributes of an HTML page in UTF-8: markup is escaped, bytes
/// that are no UTF-8 and control characters other than tab and line feed become U+FFFD.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace mock_provider::html_text

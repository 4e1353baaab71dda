#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mock-provider/journal.hpp"
#include "mock-provider/player.hpp"

namespace mock_provider::journal_page {

/// What the page shows.
struct View {
  Journal::Entries entries;  ///< oldest first, those of one scenario when that is set
  std::string scenario;      ///< "" for all
  bool only_findings = false;
  std::vector<std::pair<std::string, std::shared_ptr<Player>>> scenarios;  ///< that are played, by name
  std::uint64_t dropped = 0;                                               ///< entries that the journal has no more
};

/// The journal as an HTML page for people, newest request first: a form that filters, the scenarios with the steps that
/// were not played out, and of each request findings, headers with secrets masked, and body. The last 200 requests and
/// the first 16 KiB of a body are shown. It needs no script and nothing from elsewhere, and follows the reader's choice
/// of light or dark.
[[nodiscard]] std::string html(View const& view);

/// The style sheet of the page.
[[nodiscard]] std::string_view style();

}  // namespace mock_provider::journal_page

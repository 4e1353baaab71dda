#pragma once

#include <cstdint>
#include <string>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// What a page shows.
enum class HtmlView : std::uint8_t {
  run,    ///< overview, clauses and vectors of a `run_document`
  matrix  ///< clause by implementation
};

/// One page for people, in a single file that works without a network, with filters and search. The document stands in
/// it compressed, and whatever a subject answered is shown as text.
[[nodiscard]] std::string filled_page(HtmlView view, Json const& document);

}  // namespace conformance

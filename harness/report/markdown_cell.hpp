#pragma once

#include <string>

namespace conformance {

/// Text that stands on one line of Markdown, in a cell of a table as well, and makes no markup there.
[[nodiscard]] std::string markdown_cell(std::string const& text);

}  // namespace conformance

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace end_to_end {

/// The first of the shown lines that `output` does not have behind the one before; "…" stands for anything in a line,
/// and alone on a line for any lines; numbers may differ.
std::optional<std::string> missing_line(std::vector<std::string> const& shown, std::string const& output);

/// Follows a page for readers to the letter in a folder: writes the files that it shows ("`name`:" and a fenced block),
/// runs the commands in its indented blocks ("$ …") and expects the lines shown below each of them, on standard output
/// or after standard error. "…" stands for anything in a line, and alone on a line for any lines; numbers may differ.
/// A command that ends in "&" goes on until the page is done; its port becomes a free one. `environment` are
/// assignments for `export`.
void expect_page_to_hold(std::string const& page, prompty_tests::TemporaryFolder const& folder,
                         std::string const& environment);

}  // namespace end_to_end

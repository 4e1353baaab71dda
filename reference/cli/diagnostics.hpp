#pragma once

#include <iosfwd>

#include "prompty/core/error.hpp"
#include "prompty/load/check.hpp"

namespace prompty::cli {

/// Writes a problem as compilers do: `file:line:column: error: message`, the line of the file with a caret under the
/// column, and the hint. The line is left out when the file cannot be read any more.
void write_problem(Problem const& problem, std::ostream& out);

/// Writes an error like a problem when its place in a file is known, otherwise as `prompty: Kind: message`.
void write_error(Error const& error, std::ostream& out);

}  // namespace prompty::cli

#pragma once

#include <iosfwd>

#include "prompty/core/error.hpp"
#include "prompty/load/check.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty::cli {

/// Writes a problem as compilers do: `file:line:column: error: message`, the line of the file with a caret under the
/// column, and the hint. The line is left out when it may not be quoted or the file cannot be read any more. `secrets`
/// are masked, and in the line also what stands behind the name of a secret: a file that cannot be read gives no
/// values.
void write_problem(Problem const& problem, Secrets const& secrets, std::ostream& out,
                   Quoting quoting = Quoting::allowed);

/// Writes an error like a problem when its place in a file is known, otherwise as `prompty: Kind: message`.
/// The line is left out where the error does not let it be quoted.
void write_error(Error const& error, Secrets const& secrets, std::ostream& out);

}  // namespace prompty::cli

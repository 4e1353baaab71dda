#pragma once

#include <optional>
#include <string>

#include "prompty/tools/openapi/specification.hpp"

namespace prompty::openapi {

/// The first server that a document, path item or operation names, with its variables at their defaults; nothing when
/// it names none. Throws ValueError, with the place, for what is no server, and for a variable without default.
[[nodiscard]] std::optional<std::string> read_server(Specification const& specification, Node const& owner);

/// Where the requests go: `server` as it is or, when that is relative, seen from the URL of the document. Throws
/// ValueError when the document came from a file, for then it is unknown.
[[nodiscard]] std::string absolute_server(std::string const& server, std::string const& source);

}  // namespace prompty::openapi

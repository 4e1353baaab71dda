#pragma once

#include <string>

#include "prompty/core/json.hpp"
#include "prompty/tools/openapi/access.hpp"
#include "prompty/tools/openapi/operation.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openapi {

/// The request by which an operation is called below `server`, an absolute URL (P11.2-24). `arguments` are by the names
/// of the function's schema; null counts as not given. Whatever they are, scheme, host and the fixed parts of the path
/// stay as they are. Throws ValueError for arguments that are missing or unknown, for a body that its format cannot
/// hold, for a value that would lead to another path, end a header, or stand in the place of a credential.
[[nodiscard]] HttpRequest build_call(Operation const& operation, Json const& arguments, std::string const& server,
                                     Proof const& proof);

}  // namespace prompty::openapi

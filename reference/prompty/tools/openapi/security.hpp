#pragma once

#include <optional>
#include <vector>

#include "prompty/tools/openapi/operation.hpp"
#include "prompty/tools/openapi/specification.hpp"

namespace prompty::openapi {

/// The ways in which an operation is secured, or the document where the operation does not say; nothing when neither
/// does. Throws ValueError, with the place, for what is malformed and for a scheme that is not described.
[[nodiscard]] std::optional<std::vector<Requirement>> read_security(Specification const& specification,
                                                                    Node const& operation);

}  // namespace prompty::openapi

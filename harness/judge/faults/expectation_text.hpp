#pragma once

#include <string>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// An expectation in words instead of those of the matching language: values as JSON, "…" where more may stand, "a
/// string", "a or b", "nothing".
[[nodiscard]] std::string expectation_text(Json const& expectation);

}  // namespace conformance

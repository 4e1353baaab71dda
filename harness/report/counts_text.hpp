#pragma once

#include <map>
#include <string>

#include "harness/verdict/judgement.hpp"

namespace conformance {

/// "12 pass, 1 fail", or "none".
[[nodiscard]] std::string counts_text(std::map<Status, int> const& counts);

}  // namespace conformance

#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

[[nodiscard]] bool is_blank(std::string const& text);

}  // namespace conformance::mutants

#pragma once

#include "harness/mutants/rules.hpp"

namespace conformance::readings::context_budgets {

/// messages leave one by one until the budget holds.
[[nodiscard]] Reply let_go_one_by_one(std::string const& operation, Json const& params, AskReference const& reference);

}  // namespace conformance::readings::context_budgets

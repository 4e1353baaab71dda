#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

/// A character that no prompt has. Put into syntax it makes text of it; `shown` takes it out of the answer again, so
/// that an implementation seems not to have known the syntax.
[[nodiscard]] std::string const& hidden_mark();

/// Answers as the rule does, with hidden marks taken out of every string of the result.
[[nodiscard]] Rule shown(Rule rule);

/// Answers as the rule does, with the result changed.
[[nodiscard]] Rule then_changed(Rule rule, std::function<void(Json& result)> change);

}  // namespace conformance::mutants

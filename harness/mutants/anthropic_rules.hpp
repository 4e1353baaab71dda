#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over requests to Anthropic and its answers; agents of other providers they leave to the reference.

[[nodiscard]] bool is_for_anthropic(Json const& agent);

/// An option of the agent's model; null when it is not set.
[[nodiscard]] Json const& option_of(Json const& agent, std::string const& name);

/// Changes the body that `build_request` answers, given agent and messages that it comes from.
using ChangeRequest = std::function<void(Json& body, Json const& agent, Json const& messages)>;

/// Changes what `process` answers, given the blocks of the response, an empty list when there are none.
using ChangeAnswer = std::function<Reply(Reply reply, Json const& agent, Json const& blocks)>;
[[nodiscard]] Rule changed_answer(ChangeAnswer change);

/// The blocks of that type.
[[nodiscard]] Json blocks_of(Json const& blocks, std::string const& type);

}  // namespace conformance::mutants

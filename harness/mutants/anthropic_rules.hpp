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
[[nodiscard]] Rule changed_anthropic_request(ChangeRequest change);

/// Changes the wire messages, given the messages that are not of the role system. Leaves alone a request in which
/// several of these became one.
[[nodiscard]] Rule changed_anthropic_messages(std::function<void(Json& wires, Json const& messages)> change);

/// Changes each of these wire messages, or each block of those in which every part is a block.
[[nodiscard]] Rule changed_anthropic_message(std::function<void(Json& wire, Json const& message)> change);
[[nodiscard]] Rule changed_anthropic_block(std::function<void(Json& block, Json const& part)> change);

/// Changes each tool of the body, given the agent's tool of that name.
[[nodiscard]] Rule changed_anthropic_tool(std::function<void(Json& wire, Json const& tool)> change);

/// Refuses requests for which the predicate holds.
[[nodiscard]] Rule refused_anthropic_request(std::function<bool(Json const& agent, Json const& messages)> predicate);

/// Asks `process` with the list of blocks changed.
[[nodiscard]] Rule changed_answer_blocks(std::function<void(Json& blocks)> change);

/// Changes what `process` answers, given the blocks of the response, an empty list when there are none.
using ChangeAnswer = std::function<Reply(Reply reply, Json const& agent, Json const& blocks)>;
[[nodiscard]] Rule changed_answer(ChangeAnswer change);

/// The blocks of that type.
[[nodiscard]] Json blocks_of(Json const& blocks, std::string const& type);

}  // namespace conformance::mutants

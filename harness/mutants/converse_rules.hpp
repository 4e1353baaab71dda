#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over `converse`. They leave other operations to the reference. What is sent can only be changed by asking for
// another conversation, since requests do not pass through a subject.

/// Changes each stored list, given what was asked.
[[nodiscard]] Rule changed_sessions(std::function<void(Json& messages, Json const& asked)> change);

/// Changes each stored assistant message.
[[nodiscard]] Rule changed_stored_turn(std::function<void(Json& message)> change);

/// Has another conversation instead.
[[nodiscard]] Rule other_conversation(std::function<void(Json& asked)> change);

/// Changes the whole reply to a conversation that ended well.
[[nodiscard]] Rule changed_conversation(std::function<Reply(Reply reply, Json const& asked)> change);

/// Sends as many requests more, after the conversation, as the function says.
[[nodiscard]] Rule further_requests(std::function<std::size_t(Json const& sessions)> count);

/// How many of the messages in all sessions have the role.
[[nodiscard]] std::size_t count_of_role(Json const& sessions, std::string const& role);

/// Whether a message has the role.
[[nodiscard]] bool has_role(Json const& message, std::string const& role);

}  // namespace conformance::mutants

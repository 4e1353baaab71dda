#pragma once

#include <functional>
#include <string>

#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over the operations of the message contract that turn stored messages into sent ones and back. They leave other
// operations to the reference.

/// Changes what `messages_to_wire` gives for the wire, as a whole; there is one wire message for each stored one.
using ChangeSent = std::function<void(Json& wires, Json const& stored)>;
[[nodiscard]] Rule changed_sent(ChangeSent change);

/// Changes each of these messages that has the role.
using ChangeSentMessage = std::function<void(Json& wire, Json const& stored)>;
[[nodiscard]] Rule changed_sent_message(std::string role, ChangeSentMessage change);

/// Changes each of these messages.
[[nodiscard]] Rule changed_any_sent_message(ChangeSentMessage change);

/// Sends a stored member, where it is set, by some name.
[[nodiscard]] ChangeSentMessage sent_as(std::string stored_name, std::string name);

/// Sends the members that the message contract does not know.
void send_own_members(Json& wire, Json const& stored);

/// Changes each tool call of a sent assistant message, given the stored call.
[[nodiscard]] Rule changed_sent_call(std::function<void(Json& call, Json const& stored)> change);

/// Changes what `messages_to_wire` gives for a client.
[[nodiscard]] Rule changed_handed_message(ChangeSentMessage change);

/// Changes the message that `messages_from_wire` gives; `asked` are the params.
using ChangeKept = std::function<void(Json& message, Json const& asked)>;
[[nodiscard]] Rule changed_kept(ChangeKept change);

/// Changes each tool call of that message.
[[nodiscard]] Rule changed_kept_call(std::function<void(Json& call)> change);

/// Changes what is handed on of a stream.
[[nodiscard]] Rule changed_handed_on(std::function<void(Json& deltas, Json const& chunks)> change);

/// Reads another answer instead: the message of a whole one, or each delta of a streamed one.
[[nodiscard]] Rule changed_incoming(std::function<void(Json& message)> change);

/// The message of a whole answer; an empty object when there is none.
[[nodiscard]] Json incoming_message(Json const& asked);

/// Whether a stored message has reasoning of either form.
[[nodiscard]] bool has_reasoning(Json const& stored);

}  // namespace conformance::mutants

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

/// Changes the message that `messages_from_wire` gives; `asked` are the params.
using ChangeKept = std::function<void(Json& message, Json const& asked)>;
[[nodiscard]] Rule changed_kept(ChangeKept change);

/// Reads another answer instead: the message of a whole one, or each delta of a streamed one.
[[nodiscard]] Rule changed_incoming(std::function<void(Json& message)> change);

/// The message of a whole answer; an empty object when there is none.
[[nodiscard]] Json incoming_message(Json const& asked);

}  // namespace conformance::mutants

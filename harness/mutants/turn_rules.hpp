#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over `turn`. They leave other operations to the reference. What is sent can only be changed by asking for
// another turn, since requests do not pass through a subject.

/// Asks for another turn.
[[nodiscard]] Rule other_turn(std::function<void(Json& asked)> change);

/// Changes the reply to a turn.
[[nodiscard]] Rule changed_reply_of_turn(std::function<Reply(Reply reply, Json const& asked)> change);

/// Changes the result of a turn that succeeded.
[[nodiscard]] Rule changed_turn(std::function<void(Json& result, Json const& asked)> change);

/// Changes the conversation of a turn, of one that failed too.
[[nodiscard]] Rule changed_conversation_of_turn(std::function<void(Json& messages, Json const& asked)> change);

/// Changes the events of a turn, of one that failed too.
[[nodiscard]] Rule changed_turn_events(std::function<void(Json& events, Json const& asked)> change);

/// Changes what handlers of a turn give.
[[nodiscard]] Rule other_handlers(std::function<void(Json& handler)> change);

/// Asks for a turn without that member of its options.
[[nodiscard]] Rule without_turn_option(std::string name);

/// Has turns ask the model again that failed under the condition.
[[nodiscard]] Rule asked_again(std::function<bool(Json const& error)> condition);

/// Has calls that the predicate takes, by their arguments as written, not carried out.
[[nodiscard]] Rule left_out_calls(std::function<bool(std::string const& arguments)> predicate);

/// The calls in a message of a conversation; an empty list when there are none.
[[nodiscard]] Json calls_in(Json const& message);

/// The one text of a message; "" when there is none.
[[nodiscard]] std::string text_of_message(Json const& message);
void set_text_of_message(Json& message, std::string const& text);

/// Whether something in a conversation is a message of that role.
[[nodiscard]] bool has_message_of(Json const& messages, std::string const& role);

/// Takes out the elements for which the predicate holds.
void erase_where(Json& list, std::function<bool(Json const& element)> const& predicate);

}  // namespace conformance::mutants

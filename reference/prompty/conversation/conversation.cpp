#include "prompty/conversation/conversation.hpp"

#include <algorithm>

#include "prompty/conversation/errors.hpp"

namespace prompty::conversation {
namespace {

/// M2-06: the list of one session, stored as it grows, so that a later run begins with all of it.
class History {
 public:
  History(std::string const& session_id, SessionMemory& memory)
      : session_id_(session_id), memory_(memory), messages_(memory.load(session_id)) {}

  /// M0-03: the list is changed here only.
  void append(StoredMessage message) {
    memory_.append(session_id_, message);
    messages_.push_back(std::move(message));
  }

  /// M2-02: no request is sent before every call has its result. A process that was killed may have left some without.
  void answer_open_calls() {
    std::vector<StoredMessage>::const_reverse_iterator const last =
        std::find_if(messages_.crbegin(), messages_.crend(),
                     [](StoredMessage const& message) { return !std::holds_alternative<ToolTurn>(message.turn); });
    if (last == messages_.crend()) return;
    AssistantTurn const* const turn = std::get_if<AssistantTurn>(&last->turn);
    if (turn == nullptr) return;
    std::vector<ToolCall> const calls = turn->tool_calls;
    for (std::size_t place = static_cast<std::size_t>(last - messages_.crbegin()); place < calls.size(); ++place) {
      append({.turn = ToolTurn{.tool_call_id = calls[place].id,
                               .content = tool_failure::failed(calls[place].name, "the run was interrupted"),
                               .tool_name = calls[place].name,
                               .is_error = true}});
    }
  }

  [[nodiscard]] std::vector<StoredMessage> sent_to_model(std::optional<std::string> const& system) const {
    // M6-02: made anew from the whole list, so that reasoning goes along with every later request.
    std::vector<StoredMessage> sent = request_messages(messages_);
    // M1-01: put in front each time and never stored, so that a session cannot gather several.
    if (system) sent.insert(sent.begin(), StoredMessage{.turn = SystemTurn{.content = *system}});
    return sent;
  }

 private:
  std::string const& session_id_;
  SessionMemory& memory_;
  /// M0-01, M2-08: one flat row, in which nothing marks where a turn or a run begins.
  std::vector<StoredMessage> messages_;
};

}  // namespace

AssistantTurn converse(std::string const& session_id, Json const& prompt, SessionMemory& memory,
                       ModelClient const& model, ConversationOptions const& options) {
  History history(session_id, memory);
  history.answer_open_calls();
  // M1-02: the only message of the user that a run adds.
  history.append({.turn = UserTurn{.content = prompt}});
  for (int turns = 0; turns < options.max_turns; ++turns) {
    // M2-01, M2-05, A-129: the request ends with what is to be answered; the answer joins the list behind it.
    AssistantTurn turn = model(history.sent_to_model(options.system));
    // M1-03, M6-04, M6.1-05: stored as it came, whatever requests leave out of it later.
    history.append({.turn = turn});
    // M2-03: an answer without calls is the last.
    if (turn.tool_calls.empty() || turn.is_error) return turn;
    // M2.1-02, M4.1-01, M7-01: results stand right behind the turn that called, and so in the next request.
    // M5-03: each turn is a batch of its own, with a decision of the gate.
    for (StoredMessage& result : answer_calls(turn.tool_calls, options.tools, options.batch))
      history.append(std::move(result));
  }
  throw errors::turns_exceeded(options.max_turns);
}

}  // namespace prompty::conversation

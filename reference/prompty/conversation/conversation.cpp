#include "prompty/conversation/conversation.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "prompty/conversation/request_messages.hpp"
#include "prompty/conversation/tool_failure.hpp"
#include "prompty/core/error_catalogue_conversation.hpp"

namespace prompty::conversation {
namespace conversing {
namespace {

/// The list of one session and its memory, which grow together.
class History {
 public:
  History(std::string const& session_id, SessionMemory& memory)
      : session_id_(session_id), memory_(memory), messages_(memory.load(session_id)) {}

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

  [[nodiscard]] std::vector<StoredMessage> handed_to_client(std::optional<std::string> const& system) const {
    std::vector<StoredMessage> handed = request_messages(messages_);
    if (system) handed.insert(handed.begin(), StoredMessage{.turn = SystemTurn{.content = *system}});
    return handed;
  }

 private:
  std::string const& session_id_;
  SessionMemory& memory_;
  std::vector<StoredMessage> messages_;
};

}  // namespace
}  // namespace conversing

AssistantTurn converse(std::string const& session_id, Json const& prompt, SessionMemory& memory,
                       ModelClient const& model, ConversationOptions const& options) {
  conversing::History history(session_id, memory);
  history.answer_open_calls();
  history.append({.turn = UserTurn{.content = prompt}});
  for (int turns = 0; turns < options.most_turns; ++turns) {
    AssistantTurn turn = model(history.handed_to_client(options.system));
    history.append({.turn = turn});
    if (turn.tool_calls.empty() || turn.is_error) return turn;
    for (StoredMessage& result : answer_calls(turn.tool_calls, options.tools, options.batch))
      history.append(std::move(result));
  }
  throw errors::turns_exceeded(options.most_turns);
}

}  // namespace prompty::conversation

#pragma once

#include "prompty/core/host.hpp"
#include "prompty/core/streamed_calls.hpp"

namespace prompty::conversation {

/// Instructions for the model.
struct SystemTurn {
  std::string content;

  bool operator==(SystemTurn const&) const = default;
};

/// `content` is a JSON string, or an array of parts as the wire has them.
struct UserTurn {
  Json content;

  bool operator==(UserTurn const&) const;
};

/// What the model said, with its reasoning. `reasoning_details` is a JSON array, empty when there is none. `is_error`
/// marks a turn whose stream broke off.
struct AssistantTurn {
  std::string content;
  std::vector<ToolCall> tool_calls = {};
  std::optional<std::string> reasoning = std::nullopt;
  Json reasoning_details = empty_array();
  std::optional<std::string> finish_reason = std::nullopt;
  bool is_error = false;

  bool operator==(AssistantTurn const&) const;
};

/// The result of one call. `is_error` marks one that failed or was denied.
struct ToolTurn {
  std::string tool_call_id;
  std::string content;
  std::optional<std::string> tool_name = std::nullopt;
  bool is_error = false;

  bool operator==(ToolTurn const&) const = default;
};

/// M1-05: a fifth role does not exist.
using Turn = std::variant<SystemTurn, UserTurn, AssistantTurn, ToolTurn>;

/// One entry of the list that a conversation is. `own_members` is a JSON object of whatever else its owner stored with
/// it, which is never sent.
struct StoredMessage {
  Turn turn;
  Json own_members = empty_object();

  bool operator==(StoredMessage const&) const;
};

}  // namespace prompty::conversation

/// Stored messages as JSON: the wire form, and beside it `reasoning`, `reasoning_details`, `finishReason`, `isError`,
/// `toolName` and `own_members`.
namespace prompty::conversation::stored_message_codec {

/// Throws ValueError, naming the member below `path`, for a role beyond the four (M1-05) and for a member of another
/// type. The `type` of a call and its id may be missing (M3.2-04, A-138).
[[nodiscard]] std::vector<StoredMessage> read(Json const& messages, std::string const& path);

/// Members that are not set are left out, and so is `isError` when it is false.
[[nodiscard]] Json write(std::vector<StoredMessage> const& messages);
/// The same, of one message.
[[nodiscard]] Json write(StoredMessage const& message);

/// `{"id", "type", "function": {"name", "arguments"}}`, as stored and as sent (M3.2-03).
[[nodiscard]] Json write_call(ToolCall const& call);

}  // namespace prompty::conversation::stored_message_codec

namespace prompty::conversation {

/// The messages that a model client gets: copies of the stored ones, in order, without the reasoning of turns that
/// called no tools (M6-01, M6.1-01, M6.1-02). The only place of that rule, for all providers (M6.1-03), and without an
/// option to turn it off (M6.1-06).
[[nodiscard]] std::vector<StoredMessage> request_messages(std::vector<StoredMessage> const& stored);

/// The messages of a chat completion request, from those of `request_messages`. Only the members of the wire
/// form are sent; reasoning goes by `reasoning_details` when there are blocks, unchanged, and otherwise by
/// `reasoning_content` (M3-01, M6-07, M6-08, A-135).
[[nodiscard]] Json chat_messages(std::vector<StoredMessage> const& sent);

/// The turn in a whole chat completion, from its first choice. Content that is null or missing is empty (M3.2-02);
/// arguments are kept as they came, whatever they hold (M3.2-05, M3.2.1-02). Throws ValueError
/// `Unexpected response format: …` for an answer without a message.
[[nodiscard]] AssistantTurn read_answer(Json const& response);

/// The reasoning of a message or a delta, under whichever of its two names (M6-06, A-136), be it empty; nothing when
/// neither name has a text.
[[nodiscard]] std::optional<std::string> reasoning_in(Json const& message);

/// What a piece of a streamed turn belongs to.
enum class DeltaType : std::uint8_t { text, reasoning, tool_call };

/// What the caller gets of a streamed turn: a piece of its text or reasoning as it arrives, or a whole tool call with
/// its arguments as `text`.
struct Delta {
  DeltaType type;
  std::string text;

  bool operator==(Delta const&) const = default;
};

/// Assembles one turn from the chunks of a streamed chat completion.
class StreamAssembly {
 public:
  /// In the live profile a fragment with an id and a name of its own opens a call. Document 001 says nothing of
  /// fragments, so that conversations follow that one.
  explicit StreamAssembly(Profile profile = Profile::live) : profile_(profile) {}

  /// Takes the next chunk; returns what it adds, reasoning before text. A chunk without a delta adds nothing.
  [[nodiscard]] std::vector<Delta> add(Json const& chunk);

  /// The tool calls, whole, by ascending index (M3.2.1-06).
  [[nodiscard]] std::vector<Delta> whole_calls() const;
  /// The turn of a stream that has ended.
  [[nodiscard]] AssistantTurn turn() const;

  /// The turn of a stream that broke off: marked with `is_error`, and without tool calls (M3.2-09, A-134).
  [[nodiscard]] AssistantTurn broken_turn() const;

 private:
  /// `place` is that of the fragment in its delta.
  void add_call(Json const& fragment, std::int64_t place);
  void add_block(Json const& piece);

  AssistantTurn turn_;
  Profile profile_;
  StreamedCalls calls_;
};

}  // namespace prompty::conversation

#include "prompty/conversation/messages.hpp"

#include <algorithm>
#include <array>

#include "prompty/conversation/errors.hpp"
#include "prompty/core/match.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::conversation {
namespace {

constexpr std::array<std::string_view, 9> known_members = {"role",         "content",   "tool_calls",
                                                           "tool_call_id", "reasoning", "reasoning_details",
                                                           "finishReason", "isError",   "toolName"};

std::string text_or_none(ObjectReader const& members, std::string_view name) {
  return members.text(name).value_or("");
}

bool flag(ObjectReader const& members, std::string_view name) {
  return members.boolean(name).value_or(false);
}

ToolCall read_stored_call(ObjectReader const& members) {
  Json const* const given = members.find("function");
  if (given == nullptr) throw errors::property_missing(members.path_of("function"), "the function that is called");
  ObjectReader const function(*given, members.path_of("function"));
  return {.id = text_or_none(members, "id"),
          .name = text_or_none(function, "name"),
          // M3.2.1-01: an object in place of the string is an error.
          .arguments = text_or_none(function, "arguments")};
}

AssistantTurn read_assistant(ObjectReader const& members) {
  AssistantTurn turn{.content = text_or_none(members, "content"),
                     .reasoning = members.text("reasoning"),
                     .reasoning_details = members.list("reasoning_details"),
                     .finish_reason = members.text("finishReason"),
                     .is_error = flag(members, "isError")};
  for (Json const& call : members.list("tool_calls")) {
    std::string const place = element_path(members.path_of("tool_calls"), turn.tool_calls.size());
    turn.tool_calls.push_back(read_stored_call(ObjectReader(call, place)));
  }
  return turn;
}

UserTurn read_user(ObjectReader const& members) {
  Json const content = members.any("content").value_or(nullptr);
  bool const has_form = content.is_string() || content.is_array();
  if (!has_form) throw errors::wrong_type(members.path_of("content"), "a text or a list of parts", content);
  return {.content = content};
}

Turn read_turn(ObjectReader const& members) {
  std::string const role = text_or_none(members, "role");
  if (role == "system") return SystemTurn{.content = text_or_none(members, "content")};
  if (role == "user") return read_user(members);
  if (role == "assistant") return read_assistant(members);
  if (role == "tool") {
    return ToolTurn{.tool_call_id = text_or_none(members, "tool_call_id"),
                    .content = text_or_none(members, "content"),
                    .tool_name = members.text("toolName"),
                    .is_error = flag(members, "isError")};
  }
  throw errors::unknown_role(members.path_of("role"), role);
}

Json message_with(char const* role, Json const& content) {
  return Json{{"role", role}, {"content", content}};
}

Json tool_message(ToolTurn const& turn) {
  return Json{{"role", "tool"}, {"tool_call_id", turn.tool_call_id}, {"content", turn.content}};
}

Json stored_assistant(AssistantTurn const& turn) {
  Json stored = message_with("assistant", turn.content);
  if (turn.reasoning) stored["reasoning"] = *turn.reasoning;
  if (!turn.reasoning_details.empty()) stored["reasoning_details"] = turn.reasoning_details;
  for (ToolCall const& call : turn.tool_calls) stored["tool_calls"].push_back(stored_message_codec::write_call(call));
  if (turn.finish_reason) stored["finishReason"] = *turn.finish_reason;
  if (turn.is_error) stored["isError"] = true;
  return stored;
}

Json stored_tool(ToolTurn const& turn) {
  Json stored = tool_message(turn);
  if (turn.tool_name) stored["toolName"] = *turn.tool_name;
  if (turn.is_error) stored["isError"] = true;
  return stored;
}

void strip_reasoning(AssistantTurn& turn) {
  turn.reasoning.reset();
  turn.reasoning_details = Json::array();
}

/// M3-02, M6-05: on the very message that has the calls; nothing else is sent beyond the bare form.
void put_reasoning(Json& wire, AssistantTurn const& turn) {
  // M6-09, M6-10: copied without a look inside, as the model checks what comes back.
  if (!turn.reasoning_details.empty()) {
    wire["reasoning_details"] = turn.reasoning_details;
  } else if (turn.reasoning) {
    // M6-12: an empty text too, since servers that insist on the member accept no request without it.
    wire["reasoning_content"] = *turn.reasoning;
  }
}

Json sent_assistant(AssistantTurn const& turn) {
  // M3.2-06, M3.2-07, M7-02: made from nothing, so that what is not named here cannot be sent.
  Json wire = message_with("assistant", turn.content);
  // M6-12, M6-13: each turn with calls brings its own.
  put_reasoning(wire, turn);
  // M3.2-01: the first call makes the list, so that there is never an empty one.
  for (ToolCall const& call : turn.tool_calls) wire["tool_calls"].push_back(stored_message_codec::write_call(call));
  return wire;
}

Json const& first_choice(Json const& response) {
  static Json const none = nullptr;
  Json const& choices = list_in(response, "choices");
  return choices.empty() ? none : choices.front();
}

/// A call of an answer, or a fragment of one.
ToolCall read_call(Json const& call) {
  Json const& function = member_of(call, "function");
  // M4.1-03: the id stays what it is, be it empty or one that was there before.
  return {.id = text_in(call, "id"), .name = text_in(function, "name"), .arguments = text_in(function, "arguments")};
}

bool is_joined(std::string const& member) {
  return member == "text" || member == "summary" || member == "data";
}

/// M6-14, A-146: texts are joined; of any other member the first value that is not null counts.
void join_block(Json& block, Json const& piece) {
  for (auto const& [name, value] : piece.items()) {
    if (!block.contains(name) || block[name].is_null()) {
      block[name] = value;
    } else if (is_joined(name) && block[name].is_string() && value.is_string()) {
      block[name] = block[name].get<std::string>() + value.get<std::string>();
    }
  }
}

}  // namespace

bool UserTurn::operator==(UserTurn const&) const = default;
bool AssistantTurn::operator==(AssistantTurn const&) const = default;
bool StoredMessage::operator==(StoredMessage const&) const = default;

std::vector<StoredMessage> stored_message_codec::read(Json const& messages, std::string const& path) {
  if (!messages.is_array()) throw errors::wrong_type(path, "a list", messages);
  std::vector<StoredMessage> stored;
  for (Json const& message : messages) {
    ObjectReader const members(message, element_path(path, stored.size()));
    StoredMessage one{.turn = read_turn(members)};
    for (auto const& [name, value] : message.items()) {
      bool const is_known = std::find(known_members.begin(), known_members.end(), name) != known_members.end();
      if (!is_known) one.own_members[name] = value;
    }
    stored.push_back(std::move(one));
  }
  return stored;
}

Json stored_message_codec::write_call(ToolCall const& call) {
  return Json{
      {"id", call.id}, {"type", "function"}, {"function", Json{{"name", call.name}, {"arguments", call.arguments}}}};
}

Json stored_message_codec::write(StoredMessage const& message) {
  Json stored = match(
      message.turn, [](SystemTurn const& turn) { return message_with("system", turn.content); },
      [](UserTurn const& turn) { return message_with("user", turn.content); },
      [](AssistantTurn const& turn) { return stored_assistant(turn); },
      [](ToolTurn const& turn) { return stored_tool(turn); });
  for (auto const& [name, value] : message.own_members.items()) stored[name] = value;
  return stored;
}

Json stored_message_codec::write(std::vector<StoredMessage> const& messages) {
  Json list = Json::array();
  for (StoredMessage const& message : messages) list.push_back(write(message));
  return list;
}

std::vector<StoredMessage> request_messages(std::vector<StoredMessage> const& stored) {
  // M3-03: reasoning is taken off copies.
  std::vector<StoredMessage> sent = stored;
  for (StoredMessage& message : sent) {
    AssistantTurn* const turn = std::get_if<AssistantTurn>(&message.turn);
    // M3.2-10, M6-03: without calls no later answer builds on these thoughts.
    if (turn != nullptr && turn->tool_calls.empty()) strip_reasoning(*turn);
  }
  return sent;
}

Json chat_messages(std::vector<StoredMessage> const& sent) {
  Json wires = Json::array();
  // M0-02: one for one, even if two neighbours have the same role.
  // M3-04: whatever is said is copied, blanks and all.
  for (StoredMessage const& message : sent) {
    wires.push_back(match(
        message.turn,
        // M1-06, M3.1-01: roles are spelled out here rather than taken from what was stored.
        [](SystemTurn const& turn) { return message_with("system", turn.content); },
        // M3.1-02, M3.1-03: parts stay the JSON that they were, so that unknown members and types pass.
        [](UserTurn const& turn) { return message_with("user", turn.content); },
        [](AssistantTurn const& turn) { return sent_assistant(turn); },
        // M3.3-04, M3.3-05, M3.3-06: the text alone has to say that a call failed.
        [](ToolTurn const& turn) { return tool_message(turn); }));
  }
  return wires;
}

AssistantTurn read_answer(Json const& response) {
  if (list_in(response, "choices").empty()) throw errors::unexpected_response("the answer has no choices");
  Json const& choice = first_choice(response);
  Json const& message = member_of(choice, "message");
  if (!message.is_object()) throw errors::unexpected_response("the first choice of the answer has no message");
  AssistantTurn turn{.content = text_in(message, "content")};
  for (Json const& call : list_in(message, "tool_calls")) turn.tool_calls.push_back(read_call(call));
  // M6-11: kept beside the content, never in it.
  turn.reasoning = reasoning_in(message);
  // M6-14: stored beside the text, even if both say the same.
  turn.reasoning_details = list_in(message, "reasoning_details");
  Json const& finish_reason = member_of(choice, "finish_reason");
  // M3.2-08: the server's own word, by which callers tell a cut-off answer from a finished one.
  if (finish_reason.is_string()) turn.finish_reason = finish_reason.get<std::string>();
  return turn;
}

std::optional<std::string> reasoning_in(Json const& message) {
  std::optional<std::string> found;
  // servers that send both names send the same text twice.
  for (char const* const name : {"reasoning", "reasoning_content"}) {
    Json const& said = member_of(message, name);
    if (!said.is_string()) continue;
    found = said.get<std::string>();
    if (!found->empty()) break;
  }
  return found;
}

std::vector<Delta> StreamAssembly::add(Json const& chunk) {
  Json const& choice = first_choice(chunk);
  Json const& delta = member_of(choice, "delta");
  std::vector<Delta> added;
  std::optional<std::string> const reasoning = reasoning_in(delta);
  // M6-12: an empty piece says that the turn has reasoning, and is nothing to hand on.
  if (reasoning) turn_.reasoning = turn_.reasoning.value_or("") + *reasoning;
  if (reasoning && !reasoning->empty()) added.push_back({.type = DeltaType::reasoning, .text = *reasoning});
  std::string const text = text_in(delta, "content");
  if (!text.empty()) {
    turn_.content += text;
    added.push_back({.type = DeltaType::text, .text = text});
  }
  std::int64_t place = 0;
  for (Json const& fragment : list_in(delta, "tool_calls")) add_call(fragment, place++);
  for (Json const& piece : list_in(delta, "reasoning_details")) add_block(piece);
  std::string const finish_reason = text_in(choice, "finish_reason");
  if (!finish_reason.empty()) turn_.finish_reason = finish_reason;
  return added;
}

void StreamAssembly::add_call(Json const& fragment, std::int64_t place) {
  Json const& index = member_of(fragment, "index");
  // servers that send whole calls leave the index out.
  bool const has_index = index.is_number_integer();
  std::int64_t const number = has_index ? index.get<std::int64_t>() : place;
  if (profile_ == Profile::as_written) return calls_.add(number, read_call(fragment));
  has_index ? calls_.add_or_open(number, read_call(fragment))
            : calls_.add_or_open_unnumbered(number, read_call(fragment));
}

void StreamAssembly::add_block(Json const& piece) {
  if (!piece.is_object()) return;
  Json const& index = member_of(piece, "index");
  Json const& type = member_of(piece, "type");
  // a text and what is encrypted of it may come under one index.
  auto const goes_on = [&](Json const& block) {
    return member_of(block, "index") == index && (type.is_null() || member_of(block, "type") == type);
  };
  Json::array_t& blocks = turn_.reasoning_details.get_ref<Json::array_t&>();
  auto const known = std::find_if(blocks.rbegin(), blocks.rend(), goes_on);
  if (index.is_number_integer() && known != blocks.rend()) return join_block(*known, piece);
  blocks.push_back(piece);
}

std::vector<Delta> StreamAssembly::whole_calls() const {
  std::vector<Delta> calls;
  for (ToolCall const& call : calls_.calls()) calls.push_back({.type = DeltaType::tool_call, .text = call.arguments});
  return calls;
}

AssistantTurn StreamAssembly::turn() const {
  AssistantTurn whole = turn_;
  whole.tool_calls = calls_.calls();
  return whole;
}

AssistantTurn StreamAssembly::broken_turn() const {
  AssistantTurn broken = turn_;
  broken.is_error = true;
  return broken;
}

}  // namespace prompty::conversation

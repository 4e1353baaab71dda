#include "prompty/conversation/stored_message_codec.hpp"

#include <fmt/core.h>

#include <array>
#include <string_view>
#include <utility>

#include "prompty/conversation/errors.hpp"
#include "prompty/core/errors.hpp"
#include "prompty/core/match.hpp"

namespace prompty::conversation::stored_message_codec {
namespace {

constexpr std::array<std::string_view, 9> known_members = {"role",         "content",   "tool_calls",
                                                           "tool_call_id", "reasoning", "reasoning_details",
                                                           "finishReason", "isError",   "toolName"};

bool is_known(std::string_view name) {
  for (std::string_view const known : known_members) {
    if (name == known) return true;
  }
  return false;
}

/// The members of one object; one that is null counts as absent.
class Members {
 public:
  Members(Json const& object, std::string path) : object_(object), path_(std::move(path)) {
    if (!object.is_object()) throw errors::wrong_type(path_, "an object", object);
  }

  [[nodiscard]] std::string path_of(std::string_view name) const { return fmt::format("{}.{}", path_, name); }

  [[nodiscard]] Json const* find(char const* name) const {
    Json::const_iterator const found = object_.find(name);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  [[nodiscard]] std::optional<std::string> text(char const* name) const {
    Json const* const value = find(name);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string()) throw errors::wrong_type(path_of(name), "a text", *value);
    return value->get<std::string>();
  }

  [[nodiscard]] bool flag(char const* name) const {
    Json const* const value = find(name);
    if (value == nullptr) return false;
    if (!value->is_boolean()) throw errors::wrong_type(path_of(name), "true or false", *value);
    return value->get<bool>();
  }

  [[nodiscard]] Json list(char const* name) const {
    Json const* const value = find(name);
    if (value == nullptr) return Json::array();
    if (!value->is_array()) throw errors::wrong_type(path_of(name), "a list", *value);
    return *value;
  }

 private:
  Json const& object_;
  std::string path_;
};

ToolCall read_call(Members const& members) {
  Json const* const given = members.find("function");
  if (given == nullptr) throw errors::property_missing(members.path_of("function"), "the function that is called");
  Members const function(*given, members.path_of("function"));
  return {.id = members.text("id").value_or(""),
          .name = function.text("name").value_or(""),
          // M3.2.1-01: an object in place of the string is an error.
          .arguments = function.text("arguments").value_or("")};
}

AssistantTurn read_assistant(Members const& members) {
  AssistantTurn turn{.content = members.text("content").value_or(""),
                     .reasoning = members.text("reasoning"),
                     .reasoning_details = members.list("reasoning_details"),
                     .finish_reason = members.text("finishReason"),
                     .is_error = members.flag("isError")};
  for (Json const& call : members.list("tool_calls")) {
    turn.tool_calls.push_back(
        read_call(Members(call, fmt::format("{}[{}]", members.path_of("tool_calls"), turn.tool_calls.size()))));
  }
  return turn;
}

UserTurn read_user(Members const& members) {
  Json const* const content = members.find("content");
  bool const has_form = content != nullptr && (content->is_string() || content->is_array());
  if (!has_form) {
    throw errors::wrong_type(members.path_of("content"), "a text or a list of parts",
                             content == nullptr ? Json() : *content);
  }
  return {.content = *content};
}

Turn read_turn(Members const& members) {
  std::string const role = members.text("role").value_or("");
  if (role == "system") return SystemTurn{.content = members.text("content").value_or("")};
  if (role == "user") return read_user(members);
  if (role == "assistant") return read_assistant(members);
  if (role == "tool") {
    return ToolTurn{.tool_call_id = members.text("tool_call_id").value_or(""),
                    .content = members.text("content").value_or(""),
                    .tool_name = members.text("toolName"),
                    .is_error = members.flag("isError")};
  }
  throw errors::unknown_role(members.path_of("role"), role);
}

Json write_assistant(AssistantTurn const& turn) {
  Json shown{{"role", "assistant"}, {"content", turn.content}};
  if (turn.reasoning) shown["reasoning"] = *turn.reasoning;
  if (!turn.reasoning_details.empty()) shown["reasoning_details"] = turn.reasoning_details;
  for (ToolCall const& call : turn.tool_calls) shown["tool_calls"].push_back(write_call(call));
  if (turn.finish_reason) shown["finishReason"] = *turn.finish_reason;
  if (turn.is_error) shown["isError"] = true;
  return shown;
}

Json write_tool(ToolTurn const& turn) {
  Json shown{{"role", "tool"}, {"tool_call_id", turn.tool_call_id}, {"content", turn.content}};
  if (turn.tool_name) shown["toolName"] = *turn.tool_name;
  if (turn.is_error) shown["isError"] = true;
  return shown;
}

}  // namespace

std::vector<StoredMessage> read(Json const& messages, std::string const& path) {
  if (!messages.is_array()) throw errors::wrong_type(path, "a list", messages);
  std::vector<StoredMessage> stored;
  for (Json const& message : messages) {
    Members const members(message, fmt::format("{}[{}]", path, stored.size()));
    StoredMessage one{.turn = read_turn(members)};
    for (auto const& [name, value] : message.items()) {
      if (!is_known(name)) one.own_members[name] = value;
    }
    stored.push_back(std::move(one));
  }
  return stored;
}

Json write_call(ToolCall const& call) {
  return Json{
      {"id", call.id}, {"type", "function"}, {"function", Json{{"name", call.name}, {"arguments", call.arguments}}}};
}

Json write(StoredMessage const& message) {
  Json shown = match(
      message.turn,
      [](SystemTurn const& turn) {
        return Json{{"role", "system"}, {"content", turn.content}};
      },
      [](UserTurn const& turn) {
        return Json{{"role", "user"}, {"content", turn.content}};
      },
      [](AssistantTurn const& turn) { return write_assistant(turn); },
      [](ToolTurn const& turn) { return write_tool(turn); });
  for (auto const& [name, value] : message.own_members.items()) shown[name] = value;
  return shown;
}

Json write(std::vector<StoredMessage> const& messages) {
  Json list = Json::array();
  for (StoredMessage const& message : messages) list.push_back(write(message));
  return list;
}

}  // namespace prompty::conversation::stored_message_codec

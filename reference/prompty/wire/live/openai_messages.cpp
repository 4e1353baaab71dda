#include "prompty/wire/live/openai_messages.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "prompty/wire/live/openai_part.hpp"

namespace prompty::live {
namespace {

constexpr std::array<std::string_view, 1> of_speakers{"name"};
constexpr std::array<std::string_view, 1> of_tool{"tool_call_id"};
constexpr std::array<std::string_view, 7> of_assistant{
    "name", "refusal", "audio", "tool_calls", "function_call", "reasoning_content", "reasoning_details"};

bool contains(std::span<std::string_view const> keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// of a role that the provider does not know, every key. The reasoning that compatible servers ask back counts
/// as known.
bool takes_metadata(std::string_view role, std::string_view key) {
  if (role == "assistant") return contains(of_assistant, key);
  if (role == "tool") return contains(of_tool, key);
  bool const speaks = role == "user" || role == "system" || role == "developer";
  return !speaks || contains(of_speakers, key);
}

///
void drop_unknown_metadata(Json& wire, Message const& message) {
  for (auto const& [key, value] : message.metadata.items()) {
    bool const is_own = key == "role" || key == "content";
    if (!is_own && !takes_metadata(message.role, key)) wire.erase(key);
  }
}

/// the provider wants an output to belong to the call in front of it.
void name_the_call(Json& output, Json const& call) {
  if (call.is_object() && call.contains("call_id")) output["call_id"] = call["call_id"];
}

/// unchanged and in front of the call, since the provider refuses a call whose reasoning is missing.
void add_items_before(Json& items, Message const& message) {
  if (!message.metadata.contains("responses_items_before")) return;
  Json const& before = message.metadata["responses_items_before"];
  if (before.is_array()) items.insert(items.end(), before.begin(), before.end());
}

}  // namespace

void amend_chat_messages(Json& wires, std::vector<Message> const& messages) {
  for (std::size_t index = 0; index < messages.size(); ++index) {
    Message const& message = messages[index];
    Json& wire = wires[index];
    drop_unknown_metadata(wire, message);
    // an empty list is refused.
    if (message.content.empty()) wire["content"] = "";
    if (!wire["content"].is_array()) continue;
    for (std::size_t part = 0; part < message.content.size(); ++part)
      wire["content"][part] = chat_block(message.content[part]);
  }
}

Json amended_input(Json items, std::vector<Message> const& messages) {
  Json amended = Json::array();
  std::size_t next = 0;
  for (Message const& message : messages) {
    if (message.metadata.contains("responses_function_call")) {
      add_items_before(amended, message);
      Json call = std::move(items[next++]);
      Json output = std::move(items[next++]);
      name_the_call(output, call);
      amended.push_back(std::move(call));
      amended.push_back(std::move(output));
      continue;
    }
    Json item = std::move(items[next++]);
    if (item["content"].is_array()) {
      for (std::size_t part = 0; part < message.content.size(); ++part)
        item["content"][part] = responses_block(message.content[part], message.role);
    }
    amended.push_back(std::move(item));
  }
  return amended;
}

}  // namespace prompty::live

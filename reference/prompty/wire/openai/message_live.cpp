#include "prompty/wire/openai/message_live.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace prompty::openai {
namespace message_live {
namespace {

constexpr std::array<std::string_view, 1> of_speakers{"name"};
constexpr std::array<std::string_view, 1> of_tool{"tool_call_id"};
constexpr std::array<std::string_view, 7> of_assistant{
    "name", "refusal", "audio", "tool_calls", "function_call", "reasoning_content", "reasoning_details"};

bool contains(std::span<std::string_view const> keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace
}  // namespace message_live

bool takes_metadata(std::string_view role, std::string_view key) {
  if (role == "assistant") return message_live::contains(message_live::of_assistant, key);
  if (role == "tool") return message_live::contains(message_live::of_tool, key);
  bool const speaks = role == "user" || role == "system" || role == "developer";
  return !speaks || message_live::contains(message_live::of_speakers, key);
}

}  // namespace prompty::openai

#include "prompty/provider/anthropic_tool_messages.hpp"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "prompty/conversation/answer.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/tool_messages.hpp"

namespace prompty::anthropic {
namespace anthropic_tool_messages {
namespace {

using conversation::list_in;
using conversation::member_of;
using conversation::text_in;

/// A block of content while it arrives; the input of a call comes as pieces of JSON.
struct Block {
  Json value = Json::object();
  std::string input = {};
};

void append(Json& block, char const* name, Json const& delta) {
  block[name] = text_in(block, name) + text_in(delta, name);
}

void take(Block& block, Json const& delta) {
  std::string const type = text_in(delta, "type");
  if (type == "text_delta") append(block.value, "text", delta);
  if (type == "thinking_delta") append(block.value, "thinking", delta);
  if (type == "signature_delta") append(block.value, "signature", delta);
  if (type == "input_json_delta") block.input += text_in(delta, "partial_json");
}

Json finished(Block block) {
  if (std::optional<Json> input = json_text::parse(block.input)) block.value["input"] = std::move(*input);
  return std::move(block.value);
}

std::string text_of(Json const& response, char const* type, char const* member) {
  std::string text;
  for (Json const& block : list_in(response, "content")) {
    if (text_in(block, "type") == type) text += text_in(block, member);
  }
  return text;
}

}  // namespace
}  // namespace anthropic_tool_messages

Json whole_message(std::vector<Json> const& events) {
  using conversation::member_of;
  std::map<std::int64_t, anthropic_tool_messages::Block> blocks;
  for (Json const& event : events) {
    Json const& index = member_of(event, "index");
    if (!index.is_number_integer()) continue;
    std::string const type = conversation::text_in(event, "type");
    if (type == "content_block_start") blocks[index].value = member_of(event, "content_block");
    if (type == "content_block_delta") anthropic_tool_messages::take(blocks[index], member_of(event, "delta"));
  }
  Json content = Json::array();
  for (auto& [index, block] : blocks) content.push_back(anthropic_tool_messages::finished(std::move(block)));
  return Json{{"content", std::move(content)}};
}

std::vector<Message> message_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                           std::vector<std::string> const& results, std::string const& text) {
  Json const& blocks = conversation::list_in(response, "content");
  Message said =
      calling_message(calls, blocks.empty() ? text : anthropic_tool_messages::text_of(response, "text", "text"));
  if (!blocks.empty()) said.metadata["content_blocks"] = blocks;
  std::vector<Message> messages = {std::move(said)};
  for (Message& result : result_messages(calls, results)) messages.push_back(std::move(result));
  return messages;
}

std::string thinking_in(Json const& response_or_event) {
  Json const& delta = conversation::member_of(response_or_event, "delta");
  if (delta.is_object()) return conversation::text_in(delta, "thinking");
  return anthropic_tool_messages::text_of(response_or_event, "thinking", "thinking");
}

}  // namespace prompty::anthropic

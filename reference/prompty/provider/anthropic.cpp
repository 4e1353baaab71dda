#include "prompty/provider/anthropic.hpp"

#include "prompty/conversation/messages.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/process/answers.hpp"
#include "prompty/provider/errors.hpp"
#include "prompty/typed/json_reader.hpp"
#include "prompty/wire/anthropic/request.hpp"
#include "prompty/wire/live/anthropic.hpp"

namespace prompty::anthropic {
namespace {

// P7.9-05: later versions refuse the temperature, top_p and top_k that §7.5 sends.
constexpr char const* interface_version = "2023-06-01";

/// P12.2-03, A-018: the only apiType that this provider has.
void demand_chat(PromptyAgent const& agent) {
  if (agent.model && agent.model->api_type != "chat")
    throw errors::unsupported_anthropic_api_type(agent.model->api_type);
}

/// A block of content while it arrives; the input of a call comes as pieces of JSON.
struct Block {
  Json value = Json::object();
  std::string input = {};
};

void append(Json& block, char const* name, Json const& delta) {
  block[name] = text_in(block, name) + text_in(delta, name);
}

void add_delta(Block& block, Json const& delta) {
  std::string const type = text_in(delta, "type");
  if (type == "text_delta") append(block.value, "text", delta);
  if (type == "thinking_delta") append(block.value, "thinking", delta);
  if (type == "signature_delta") append(block.value, "signature", delta);
  if (type == "input_json_delta") block.input += text_in(delta, "partial_json");
}

/// `{"role", "content"}` from the events of a streamed message.
Json whole_message(std::vector<Json> const& events) {
  std::map<std::int64_t, Block> blocks;
  for (Json const& event : events) {
    Json const& index = member_of(event, "index");
    if (!index.is_number_integer()) continue;
    std::string const type = text_in(event, "type");
    if (type == "content_block_start") blocks[index].value = member_of(event, "content_block");
    if (type == "content_block_delta") add_delta(blocks[index], member_of(event, "delta"));
  }
  Json content = Json::array();
  for (auto& [index, block] : blocks) {
    if (std::optional<Json> input = json_text::parse(block.input)) block.value["input"] = std::move(*input);
    content.push_back(std::move(block.value));
  }
  return Json{{"role", "assistant"}, {"content", std::move(content)}};
}

/// What the blocks of that type have under `member`, joined.
std::string joined_blocks(Json const& response, char const* type, char const* member) {
  std::string text;
  for (Json const& block : list_in(response, "content")) {
    if (text_in(block, "type") == type) text += text_in(block, member);
  }
  return text;
}

}  // namespace

std::vector<Message> message_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                           std::vector<std::string> const& results, std::string const& text) {
  Json const& blocks = list_in(response, "content");
  Message said = tool_call_message(calls, blocks.empty() ? text : joined_blocks(response, "text", "text"));
  if (!blocks.empty()) said.metadata["content_blocks"] = blocks;
  std::vector<Message> messages = {std::move(said)};
  for (Message& result : tool_result_messages(calls, results)) messages.push_back(std::move(result));
  return messages;
}

std::string thinking_of(Json const& response_or_event) {
  Json const& delta = member_of(response_or_event, "delta");
  if (delta.is_object()) return text_in(delta, "thinking");
  return joined_blocks(response_or_event, "thinking", "thinking");
}

AnthropicExecutor::AnthropicExecutor(std::shared_ptr<Transport const> transport, SharedProfile profile,
                                     std::shared_ptr<Connections const> connections)
    : HttpExecutor(std::move(transport), std::move(connections), KeyHeader::x_api_key, "request-id"),
      profile_(profile) {}

ProviderRequest AnthropicExecutor::build_request(PromptyAgent const& agent,
                                                 std::vector<Message> const& messages) const {
  demand_chat(agent);
  return {.method = "POST",
          .path = "/v1/messages",
          .headers = {{"anthropic-version", interface_version}},
          .body = profile_.get() == Profile::live ? live::message_request(agent, messages)
                                                  : message_request(agent, messages)};
}

StreamFormat AnthropicExecutor::stream_format(PromptyAgent const&) const {
  return StreamFormat::message;
}

Json AnthropicExecutor::whole_response(PromptyAgent const&, std::vector<Json> const& chunks) const {
  return whole_message(chunks);
}

std::string AnthropicExecutor::thinking_of(PromptyAgent const&, Json const& response_or_chunk) const {
  return anthropic::thinking_of(response_or_chunk);
}

std::vector<Message> AnthropicExecutor::format_tool_messages(PromptyAgent const&, Json const& response,
                                                             std::vector<ToolCall> const& calls,
                                                             std::vector<std::string> const& results,
                                                             std::string const& text) const {
  return message_tool_messages(response, calls, results, text);
}

AnthropicProcessor::AnthropicProcessor(SharedProfile profile) : profile_(profile) {}

Outcome AnthropicProcessor::process(PromptyAgent const& agent, Json const& response) const {
  demand_chat(agent);
  return processing::process_message(agent, response, profile_.get());
}

ItemStream AnthropicProcessor::process_stream(PromptyAgent const& agent, std::shared_ptr<PromptyStream> chunks) const {
  demand_chat(agent);
  return processing::process_message_stream(std::move(chunks));
}

}  // namespace prompty::anthropic

#include "prompty/core/json_text.hpp"
#include "prompty/process/answers.hpp"
#include "prompty/provider/errors.hpp"
#include "prompty/provider/http_executor.hpp"
#include "prompty/provider/providers.hpp"
#include "prompty/typed/json_reader.hpp"
#include "prompty/wire/requests.hpp"

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

void add_delta(Block& block, Json const& delta) {
  std::string const type = text_in(delta, "type");
  for (std::string const member : {"text", "thinking", "signature"}) {
    if (type == member + "_delta") block.value[member] = text_in(block.value, member) + text_in(delta, member);
  }
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

class AnthropicExecutor final : public HttpExecutor {
 public:
  AnthropicExecutor(std::shared_ptr<Transport const> transport, SharedProfile profile,
                    std::shared_ptr<Connections const> connections)
      // P7.9-04: one credential gives one header, here as well as for a bearer token.
      : HttpExecutor(std::move(transport), std::move(connections), {.name = "x-api-key"}, "request-id"),
        profile_(profile) {}

  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override {
    demand_chat(agent);
    return {.method = "POST",
            .path = "/v1/messages",
            .headers = {{"anthropic-version", interface_version}},
            .body = profile_.get() == Profile::live ? live::message_request(agent, messages)
                                                    : message_request(agent, messages)};
  }

  [[nodiscard]] Json whole_response(PromptyAgent const&, std::vector<Json> const& chunks) const override {
    return whole_message(chunks);
  }

  [[nodiscard]] std::string thinking_of(PromptyAgent const&, Json const& response_or_chunk) const override {
    Json const& delta = member_of(response_or_chunk, "delta");
    if (delta.is_object()) return text_in(delta, "thinking");
    return joined_blocks(response_or_chunk, "thinking", "thinking");
  }

  /// The answer with its calls and, in the metadata `content_blocks`, its blocks unchanged: of those the provider signs
  /// some, such as thinking (P9.5-02, P9.5-04). Then a message per result, which the request joins.
  [[nodiscard]] std::vector<Message> format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<ToolResult> const& results,
                                                          std::string const& text) const override {
    Json const& blocks = list_in(response, "content");
    std::vector<Message> messages = Executor::format_tool_messages(
        agent, response, calls, results, blocks.empty() ? text : joined_blocks(response, "text", "text"));
    if (!blocks.empty()) messages.front().metadata["content_blocks"] = blocks;
    return messages;
  }

 private:
  [[nodiscard]] StreamFormat stream_format(PromptyAgent const&) const override { return StreamFormat::message; }

  SharedProfile profile_;
};

class AnthropicProcessor final : public Processor {
 public:
  explicit AnthropicProcessor(SharedProfile profile) : profile_(profile) {}

  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override {
    demand_chat(agent);
    return processing::process_message(agent, response, profile_.get());
  }

  [[nodiscard]] ItemStream process_stream(PromptyAgent const& agent,
                                          std::shared_ptr<PromptyStream> chunks) const override {
    demand_chat(agent);
    return processing::process_message_stream(std::move(chunks));
  }

 private:
  SharedProfile profile_;
};

}  // namespace

std::shared_ptr<Executor const> make_executor(std::shared_ptr<Transport const> transport, SharedProfile profile,
                                              std::shared_ptr<Connections const> connections) {
  return std::make_shared<AnthropicExecutor>(std::move(transport), profile, std::move(connections));
}

std::shared_ptr<Processor const> make_processor(SharedProfile profile) {
  return std::make_shared<AnthropicProcessor>(profile);
}

}  // namespace prompty::anthropic

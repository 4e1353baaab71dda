#pragma once

#include "prompty/core/host.hpp"
#include "prompty/protocols/protocols.hpp"
#include "prompty/provider/http_executor.hpp"

namespace prompty::openai {

/// What of a chat answer with calls goes back: the answer with its text, its calls and its reasoning under the name
/// that is sent back (M6-02, M6-07), then a message per result. Without a response that can be read, the calls and
/// `text`.
[[nodiscard]] std::vector<Message> chat_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                                      std::vector<std::string> const& results, std::string const& text);

/// The same for the Responses API, a message per call that has a result: the call's item of the response in the
/// metadata `responses_function_call`, as requests want it (P7.4.1-05), and in `responses_items_before` the other items
/// that led to it.
[[nodiscard]] std::vector<Message> responses_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                                           std::vector<std::string> const& results);

/// What the model thought, in a whole answer or one of its pieces, of either interface.
[[nodiscard]] std::string thinking_of(Json const& response_or_chunk);

/// Who serves OpenAI's interface: OpenAI and servers like it, or Azure and Foundry, whose paths name a deployment and
/// whose key stands in `api-key`.
enum class Service : std::uint8_t { openai, azure };

/// Calls OpenAI and servers with the same interface: chat completions, embeddings, image generations and responses, by
/// `agent.model.apiType`. `execute_stream` throws NotImplementedError for embeddings and images.
class OpenAiExecutor final : public HttpExecutor {
 public:
  explicit OpenAiExecutor(std::shared_ptr<Transport const> transport, SharedProfile profile = {},
                          std::shared_ptr<Connections const> connections = std::make_shared<Connections>(),
                          Service service = Service::openai);

  /// The request by `agent.model.apiType`, without looking at the connection. Throws ValueError for an unknown apiType
  /// (P12.2-03, A-018), messages that cannot be converted or, with Azure, a model without id; NotImplementedError for
  /// what this version lacks.
  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override;

  /// Chat and Responses requests do; embeddings and images have no tools.
  [[nodiscard]] bool offers_child_prompts(PromptyAgent const& agent) const override;

  [[nodiscard]] Json whole_response(PromptyAgent const& agent, std::vector<Json> const& chunks) const override;

  [[nodiscard]] std::string thinking_of(PromptyAgent const& agent, Json const& response_or_chunk) const override;

  /// See `chat_tool_messages` and `responses_tool_messages`.
  [[nodiscard]] std::vector<Message> format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<std::string> const& results,
                                                          std::string const& text) const override;

 private:
  [[nodiscard]] StreamFormat stream_format(PromptyAgent const& agent) const override;

  SharedProfile profile_;
  Service service_;
};

/// Reads the responses of OpenAI and of servers with the same interface, by `agent.model.apiType` and not by the shape
/// of the response.
class OpenAiProcessor final : public Processor {
 public:
  /// Throws ValueError for a response of another shape, without data or with an error, and for an unknown apiType.
  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override;

  /// Throws as `process` for apiType, and NotImplementedError for embeddings and images.
  [[nodiscard]] ItemStream process_stream(PromptyAgent const& agent,
                                          std::shared_ptr<PromptyStream> chunks) const override;
};

}  // namespace prompty::openai

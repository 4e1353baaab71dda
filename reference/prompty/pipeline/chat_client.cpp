#include "prompty/pipeline/chat_client.hpp"

#include <fmt/core.h>

#include "prompty/core/error.hpp"
#include "prompty/provider/http_executor.hpp"

namespace prompty {
namespace {

constexpr std::string_view request_id_header = "x-request-id";

Json wire_tool(conversation::CallableTool const& tool) {
  Json function{{"name", tool.name}};
  if (tool.description) function["description"] = *tool.description;
  if (tool.parameters) function["parameters"] = tool.parameters->json();
  return Json{{"type", "function"}, {"function", std::move(function)}};
}

struct ChatClient {
  ChatServer server;
  Json tools;
  std::shared_ptr<Transport const> transport;
  DeltaSink sink;

  [[nodiscard]] HttpRequest request_with(std::vector<conversation::StoredMessage> const& messages,
                                         Accepted accepted) const {
    ProviderRequest request{.method = "POST",
                            .path = "/chat/completions",
                            .headers = {},
                            .body = Json{{"model", server.model}, {"messages", conversation::chat_messages(messages)}}};
    if (!tools.empty()) request.body["tools"] = tools;
    if (accepted == Accepted::event_stream) request.body["stream"] = true;
    Headers credentials;
    if (server.api_key) credentials.emplace_back("Authorization", fmt::format("Bearer {}", *server.api_key));
    return to_http(request, server.endpoint, credentials, accepted);
  }

  /// What errors of the server must not show.
  [[nodiscard]] std::shared_ptr<Secrets const> secrets() const {
    std::shared_ptr<Secrets> const secrets = std::make_shared<Secrets>();
    if (server.api_key) secrets->add(*server.api_key);
    return secrets;
  }

  [[nodiscard]] conversation::AssistantTurn whole(std::vector<conversation::StoredMessage> const& messages) const {
    HttpRequest const request = request_with(messages, Accepted::json);
    return conversation::read_answer(read_answer(transport->send(request), request.url, request_id_header, *secrets()));
  }

  [[nodiscard]] conversation::AssistantTurn streamed(std::vector<conversation::StoredMessage> const& messages) const {
    HttpRequest const request = request_with(messages, Accepted::event_stream);
    std::shared_ptr<PromptyStream> const chunks = read_stream(
        transport->stream(request), request.url, request_id_header, StreamFormat::chat_completion, secrets());
    conversation::StreamAssembly assembly;
    while (true) {
      std::optional<Json> chunk;
      try {
        chunk = chunks->next();
      } catch (Error const&) {
        return assembly.broken_turn();
      }
      if (!chunk) break;
      deliver(assembly.add(*chunk));
    }
    deliver(assembly.whole_calls());
    return assembly.turn();
  }

  void deliver(std::vector<conversation::Delta> const& deltas) const {
    if (!sink) return;
    for (conversation::Delta const& delta : deltas) sink(delta);
  }
};

}  // namespace

conversation::ModelClient chat_client(ChatServer server, std::vector<conversation::CallableTool> const& tools,
                                      std::shared_ptr<Transport const> transport, DeltaSink sink) {
  Json wire_tools = Json::array();
  for (conversation::CallableTool const& tool : tools) wire_tools.push_back(wire_tool(tool));
  ChatClient client{.server = std::move(server),
                    .tools = std::move(wire_tools),
                    .transport = std::move(transport),
                    .sink = std::move(sink)};
  return [client = std::move(client)](std::vector<conversation::StoredMessage> const& messages) {
    return client.server.answers == Answers::streamed ? client.streamed(messages) : client.whole(messages);
  };
}

}  // namespace prompty

#include "prompty/provider/openai_executor.hpp"

#include <utility>

#include "prompty/provider/access.hpp"
#include "prompty/provider/api_type.hpp"
#include "prompty/provider/azure_path.hpp"
#include "prompty/provider/event_chunks.hpp"
#include "prompty/provider/exchange.hpp"
#include "prompty/provider/openai_tool_messages.hpp"
#include "prompty/wire/live/openai.hpp"
#include "prompty/wire/openai/chat.hpp"
#include "prompty/wire/openai/embedding.hpp"
#include "prompty/wire/openai/image.hpp"
#include "prompty/wire/openai/responses.hpp"

namespace prompty::openai {
namespace {

constexpr std::string_view request_id_header = "x-request-id";

ProviderRequest post_to(char const* path, Json body) {
  return {.method = "POST", .path = path, .headers = {}, .body = std::move(body)};
}

StreamFormat stream_format_of(PromptyAgent const& agent) {
  demand_streamable(agent);
  return api_type_of(agent) == ApiType::responses ? StreamFormat::response : StreamFormat::chat_completion;
}

Headers credentials_of(Access const& access, Service service) {
  return credential_headers(access.credential,
                            service == Service::azure ? KeyHeader::api_key : KeyHeader::authorization);
}

ProviderRequest request_of(PromptyAgent const& agent, ApiType type, std::vector<Message> const& messages,
                           Profile profile) {
  bool const is_live = profile == Profile::live;
  // P2.4-07: four interfaces of the provider, each with its own path and body.
  switch (type) {
    case ApiType::chat:
      return post_to("/chat/completions",
                     is_live ? live::chat_request(agent, messages) : chat_request(agent, messages));
    case ApiType::embedding:
      return post_to("/embeddings",
                     is_live ? live::embedding_request(agent, messages) : embedding_request(agent, messages));
    case ApiType::image:
      return post_to("/images/generations",
                     is_live ? live::image_request(agent, messages) : image_request(agent, messages));
    case ApiType::responses:
      return post_to("/responses",
                     is_live ? live::responses_request(agent, messages) : responses_request(agent, messages));
  }
  return {};
}

}  // namespace

OpenAiExecutor::OpenAiExecutor(std::shared_ptr<Transport const> transport, Profile profile,
                               std::shared_ptr<Connections const> connections, Service service)
    : transport_(std::move(transport)), profile_(profile), connections_(std::move(connections)), service_(service) {}

Json OpenAiExecutor::execute(PromptyAgent const& agent, std::vector<Message> const& messages) const {
  // P2.5-09: a connection that cannot be used is found before anything is sent.
  Access const access = access_of(agent, *connections_);
  HttpRequest const request =
      to_http(build_request(agent, messages), access.endpoint, credentials_of(access, service_));
  return read_answer(carrier_of(access, *transport_).send(request), request.url, request_id_header,
                     *connections_->secrets);
}

std::shared_ptr<PromptyStream> OpenAiExecutor::execute_stream(PromptyAgent const& agent,
                                                              std::vector<Message> const& messages) const {
  StreamFormat const format = stream_format_of(agent);
  Access const access = access_of(agent, *connections_);
  ProviderRequest asked = build_request(agent, messages);
  asked.body["stream"] = true;
  HttpRequest const request = to_http(asked, access.endpoint, credentials_of(access, service_), Accepted::event_stream);
  return read_stream(carrier_of(access, *transport_).stream(request), request.url, request_id_header, format,
                     connections_->secrets);
}

bool OpenAiExecutor::offers_child_prompts(PromptyAgent const& agent) const {
  std::string const type = agent.model ? agent.model->api_type : "chat";
  return type == "chat" || type == "responses";
}

ProviderRequest OpenAiExecutor::build_request(PromptyAgent const& agent, std::vector<Message> const& messages) const {
  ApiType const type = api_type_of(agent);
  ProviderRequest request = request_of(agent, type, messages, profile_);
  // P7.9-02: only the path depends on who serves; the body has been built by now.
  if (service_ == Service::azure) request.path = azure_path(agent, type, request.path);
  return request;
}

Json OpenAiExecutor::whole_response(PromptyAgent const& agent, std::vector<Json> const& chunks) const {
  return api_type_of(agent) == ApiType::responses ? whole_response_object(chunks) : whole_chat_response(chunks);
}

std::string OpenAiExecutor::thinking_in(PromptyAgent const&, Json const& response_or_chunk) const {
  return openai::thinking_in(response_or_chunk);
}

std::vector<Message> OpenAiExecutor::format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<std::string> const& results,
                                                          std::string const& text) const {
  return api_type_of(agent) == ApiType::responses ? responses_tool_messages(response, calls, results)
                                                  : chat_tool_messages(response, calls, results, text);
}

}  // namespace prompty::openai

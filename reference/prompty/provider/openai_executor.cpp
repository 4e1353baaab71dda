#include "prompty/provider/openai_executor.hpp"

#include <fmt/core.h>

#include <utility>

#include "prompty/provider/access.hpp"
#include "prompty/provider/api_type.hpp"
#include "prompty/provider/exchange.hpp"
#include "prompty/provider/openai_chunks.hpp"
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

Headers credentials_of(Access const& access) {
  if (!access.api_key) return {};
  return {{"Authorization", fmt::format("Bearer {}", *access.api_key)}};
}

}  // namespace

OpenAiExecutor::OpenAiExecutor(std::shared_ptr<Transport const> transport, Profile profile)
    : transport_(std::move(transport)), profile_(profile) {}

Json OpenAiExecutor::execute(PromptyAgent const& agent, std::vector<Message> const& messages) const {
  // P2.5-09: a connection that cannot be used is found before anything is sent.
  Access const access = access_of(agent);
  HttpRequest const request = to_http(build_request(agent, messages), access.endpoint, credentials_of(access));
  return read_answer(transport_->send(request), request.url, request_id_header);
}

std::shared_ptr<PromptyStream> OpenAiExecutor::execute_stream(PromptyAgent const& agent,
                                                              std::vector<Message> const& messages) const {
  demand_streamable(agent);
  Access const access = access_of(agent);
  ProviderRequest asked = build_request(agent, messages);
  asked.body["stream"] = true;
  HttpRequest const request = to_http(asked, access.endpoint, credentials_of(access), Accepted::event_stream);
  StreamedResponse arriving = transport_->stream(request);
  demand_event_stream(arriving, request.url, request_id_header);
  return std::make_shared<PromptyStream>(chunks_of(std::move(arriving.body), request.url));
}

bool OpenAiExecutor::offers_child_prompts(PromptyAgent const& agent) const {
  std::string const type = agent.model ? agent.model->api_type : "chat";
  return type == "chat" || type == "responses";
}

ProviderRequest OpenAiExecutor::build_request(PromptyAgent const& agent, std::vector<Message> const& messages) const {
  switch (api_type_of(agent)) {
    case ApiType::chat:
      return post_to("/chat/completions", chat_request(agent, messages, profile_));
    case ApiType::embedding:
      return post_to("/embeddings", embedding_request(agent, messages));
    case ApiType::image:
      return post_to("/images/generations", image_request(agent, messages, profile_));
    case ApiType::responses:
      return post_to("/responses", responses_request(agent, messages, profile_));
  }
  return {};
}

}  // namespace prompty::openai

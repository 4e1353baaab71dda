#include "prompty/provider/anthropic_executor.hpp"

#include <string_view>
#include <utility>

#include "prompty/provider/access.hpp"
#include "prompty/provider/anthropic_api_type.hpp"
#include "prompty/provider/anthropic_tool_messages.hpp"
#include "prompty/provider/event_chunks.hpp"
#include "prompty/provider/exchange.hpp"
#include "prompty/wire/anthropic/request.hpp"
#include "prompty/wire/live/anthropic.hpp"

namespace prompty::anthropic {
namespace {

// P7.9-05: later versions refuse the temperature, top_p and top_k that §7.5 sends.
constexpr char const* interface_version = "2023-06-01";
constexpr std::string_view request_id_header = "request-id";

Headers credentials_of(Access const& access) {
  return credential_headers(access.credential, KeyHeader::x_api_key);
}

}  // namespace

AnthropicExecutor::AnthropicExecutor(std::shared_ptr<Transport const> transport, Profile profile,
                                     std::shared_ptr<Connections const> connections)
    : transport_(std::move(transport)), profile_(profile), connections_(std::move(connections)) {}

Json AnthropicExecutor::execute(PromptyAgent const& agent, std::vector<Message> const& messages) const {
  // P2.5-09: a connection that cannot be used is found before anything is sent.
  Access const access = access_of(agent, *connections_);
  HttpRequest const request = to_http(build_request(agent, messages), access.endpoint, credentials_of(access));
  return read_answer(carrier_of(access, *transport_).send(request), request.url, request_id_header,
                     *connections_->secrets);
}

std::shared_ptr<PromptyStream> AnthropicExecutor::execute_stream(PromptyAgent const& agent,
                                                                 std::vector<Message> const& messages) const {
  Access const access = access_of(agent, *connections_);
  ProviderRequest asked = build_request(agent, messages);
  asked.body["stream"] = true;
  HttpRequest const request = to_http(asked, access.endpoint, credentials_of(access), Accepted::event_stream);
  return read_stream(carrier_of(access, *transport_).stream(request), request.url, request_id_header,
                     StreamFormat::message, connections_->secrets);
}

ProviderRequest AnthropicExecutor::build_request(PromptyAgent const& agent,
                                                 std::vector<Message> const& messages) const {
  demand_chat(agent);
  return {
      .method = "POST",
      .path = "/v1/messages",
      .headers = {{"anthropic-version", interface_version}},
      .body = profile_ == Profile::live ? live::message_request(agent, messages) : message_request(agent, messages)};
}

Json AnthropicExecutor::whole_response(PromptyAgent const&, std::vector<Json> const& chunks) const {
  return whole_message(chunks);
}

std::string AnthropicExecutor::thinking_in(PromptyAgent const&, Json const& response_or_chunk) const {
  return anthropic::thinking_in(response_or_chunk);
}

std::vector<Message> AnthropicExecutor::format_tool_messages(PromptyAgent const&, Json const& response,
                                                             std::vector<ToolCall> const& calls,
                                                             std::vector<std::string> const& results,
                                                             std::string const& text) const {
  return message_tool_messages(response, calls, results, text);
}

}  // namespace prompty::anthropic

#include "prompty/provider/anthropic_executor.hpp"

#include <utility>

#include "prompty/provider/access.hpp"
#include "prompty/provider/anthropic_api_type.hpp"
#include "prompty/provider/exchange.hpp"
#include "prompty/wire/anthropic/request.hpp"

namespace prompty::anthropic {
namespace {

// Later versions refuse the temperature, top_p and top_k that §7.5 sends.
constexpr char const* interface_version = "2023-06-01";

Headers credentials_of(openai::Access const& access) {
  if (!access.api_key) return {};
  return {{"x-api-key", *access.api_key}};
}

}  // namespace

AnthropicExecutor::AnthropicExecutor(std::shared_ptr<Transport const> transport, Profile profile)
    : transport_(std::move(transport)), profile_(profile) {}

Json AnthropicExecutor::execute(PromptyAgent const& agent, std::vector<Message> const& messages) const {
  // P2.5-09: a connection that cannot be used is found before anything is sent.
  openai::Access const access = openai::access_of(agent);
  HttpRequest const request = to_http(build_request(agent, messages), access.endpoint, credentials_of(access));
  return read_answer(transport_->send(request), request.url, "request-id");
}

ProviderRequest AnthropicExecutor::build_request(PromptyAgent const& agent,
                                                 std::vector<Message> const& messages) const {
  demand_chat(agent);
  return {.method = "POST",
          .path = "/v1/messages",
          .headers = {{"anthropic-version", interface_version}},
          .body = message_request(agent, messages, profile_)};
}

}  // namespace prompty::anthropic

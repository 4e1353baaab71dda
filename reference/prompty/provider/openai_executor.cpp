#include "prompty/provider/openai_executor.hpp"

#include <fmt/core.h>

#include <optional>
#include <string>
#include <utility>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/version.hpp"
#include "prompty/provider/access.hpp"
#include "prompty/provider/api_type.hpp"
#include "prompty/provider/provider_error.hpp"
#include "prompty/transport/url.hpp"
#include "prompty/wire/openai/chat.hpp"

namespace prompty::openai {
namespace {

HttpRequest to_http(ProviderRequest const& request, Access const& access) {
  HttpRequest http{.method = request.method,
                   .url = join_url(access.endpoint, request.path),
                   .headers = request.headers,
                   .body = json_text::dump(request.body)};
  http.headers.emplace_back("Content-Type", "application/json");
  http.headers.emplace_back("Accept", "application/json");
  // P7.8-05
  http.headers.emplace_back("User-Agent", fmt::format("prompty/{}", version()));
  if (access.api_key) http.headers.emplace_back("Authorization", fmt::format("Bearer {}", *access.api_key));
  return http;
}

Json read_answer(HttpResponse const& response, std::string const& url) {
  if (response.status < 200 || response.status > 299) {
    throw errors::provider_refused(url, response.status, error_text(response),
                                   find_header(response.headers, "x-request-id").value_or(""));
  }
  std::optional<Json> body = json_text::parse(response.body);
  if (!body) throw errors::answer_not_json(url, response.status);
  return std::move(*body);
}

}  // namespace

OpenAiExecutor::OpenAiExecutor(std::shared_ptr<Transport const> transport) : transport_(std::move(transport)) {}

Json OpenAiExecutor::execute(PromptyAgent const& agent, std::vector<Message> const& messages) const {
  // P2.5-09: a connection that cannot be used is found before anything is sent.
  Access const access = access_of(agent);
  HttpRequest const request = to_http(build_request(agent, messages), access);
  return read_answer(transport_->send(request), request.url);
}

ProviderRequest OpenAiExecutor::build_request(PromptyAgent const& agent, std::vector<Message> const& messages) const {
  demand_chat(agent);
  return {.method = "POST", .path = "/chat/completions", .headers = {}, .body = chat_request(agent, messages)};
}

}  // namespace prompty::openai

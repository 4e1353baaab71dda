#include "prompty/provider/exchange.hpp"

#include <fmt/core.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "prompty/core/json_text.hpp"
#include "prompty/core/version.hpp"
#include "prompty/provider/errors.hpp"
#include "prompty/provider/provider_error.hpp"
#include "prompty/provider/retry_after.hpp"
#include "prompty/transport/url.hpp"

namespace prompty {
namespace exchange {
namespace {

constexpr std::size_t most_error_bytes = std::size_t{1} * 1024 * 1024;

bool is_success(int status) {
  return status >= 200 && status <= 299;
}

bool is_redirect(int status) {
  return status >= 300 && status <= 399 && status != 304;
}

/// Where an answer points; what stands behind the path may be a secret.
std::string redirect_target(HttpResponse const& response) {
  std::string const location = find_header(response.headers, "location").value_or("");
  return location.substr(0, location.find_first_of("?#"));
}

ExecuteError refused(HttpResponse const& response, std::string const& url, std::string_view request_id_header,
                     Secrets const& secrets) {
  std::string const request_id = secrets.masked(find_header(response.headers, request_id_header).value_or(""));
  if (is_redirect(response.status)) {
    return errors::redirect_not_followed(url, response.status, secrets.masked(redirect_target(response)), request_id);
  }
  // P7.9-12: the status, and what the provider says; as that may echo the request, secrets in it are masked.
  ExecuteError error = errors::provider_refused(url, response.status, secrets.masked(error_text(response)), request_id);
  if (std::optional<std::chrono::milliseconds> const wait = retry_after(response.headers)) error.set_retry_after(*wait);
  return error;
}

/// The body of an error, as far as it is worth reading.
std::string start_of(StreamedResponse const& response) {
  std::string text;
  while (text.size() < most_error_bytes) {
    std::optional<std::string> const block = response.body();
    if (!block) break;
    text += *block;
  }
  return text;
}

}  // namespace
}  // namespace exchange

HttpRequest to_http(ProviderRequest const& request, std::string const& endpoint, Headers const& credentials,
                    Accepted accepted) {
  HttpRequest http{.method = request.method,
                   .url = join_url(endpoint, request.path),
                   .headers = request.headers,
                   .body = json_text::dump(request.body)};
  http.headers.emplace_back("Content-Type", "application/json");
  http.headers.emplace_back("Accept", accepted == Accepted::json ? "application/json" : "text/event-stream");
  // P7.8-05: added here, where the requests of all providers pass.
  http.headers.emplace_back("User-Agent", fmt::format("prompty/{}", version()));
  http.headers.insert(http.headers.end(), credentials.begin(), credentials.end());
  return http;
}

Json read_answer(HttpResponse const& response, std::string const& url, std::string_view request_id_header,
                 Secrets const& secrets) {
  // P7.9-11: whatever the status, there is no second attempt; that is left to the agent loop.
  if (!exchange::is_success(response.status)) throw exchange::refused(response, url, request_id_header, secrets);
  std::optional<Json> body = json_text::parse(response.body);
  if (!body) throw errors::answer_not_json(url, response.status);
  // P7.9-10, P11.3.1-13: whole, with members that no processor knows; what it means is left to the processor.
  return std::move(*body);
}

void demand_event_stream(StreamedResponse const& response, std::string const& url, std::string_view request_id_header,
                         Secrets const& secrets) {
  if (!exchange::is_success(response.status)) {
    HttpResponse const whole{
        .status = response.status, .headers = response.headers, .body = exchange::start_of(response)};
    throw exchange::refused(whole, url, request_id_header, secrets);
  }
  std::string const content_type = find_header(response.headers, "content-type").value_or("");
  if (!content_type.starts_with("text/event-stream")) throw errors::answer_not_a_stream(url, content_type);
}

}  // namespace prompty

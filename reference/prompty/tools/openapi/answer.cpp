#include "prompty/tools/openapi/answer.hpp"

#include <fmt/core.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/secrets/secrets.hpp"
#include "prompty/tools/errors.hpp"

namespace prompty::openapi {
namespace {

constexpr std::size_t max_bytes_shown = 500;

/// The method and URL of a request, for errors.
std::string method_and_url(HttpRequest const& request) {
  return fmt::format("{} {}", request.method, without_query(request.url));
}

std::string start_of_body(std::string const& body) {
  std::string_view const start = utf8::beginning(body, max_bytes_shown);
  return start.size() == body.size() ? body : fmt::format("{}…", start);
}

/// `text` with the query of `url` removed wherever that occurs.
std::string without_query_of(std::string const& url, std::string text) {
  std::string const plain = without_query(url);
  if (plain == url) return text;
  for (std::size_t at = text.find(url); at != std::string::npos; at = text.find(url, at + plain.size())) {
    text.replace(at, url.size(), plain);
  }
  return text;
}

HttpResponse read_whole(HttpRequest const& request, Transport const& transport, AnswerLimits const& limits) {
  StreamedResponse answer = transport.stream_within(
      request, {.deadline = std::chrono::steady_clock::now() + limits.time, .cancellation = limits.cancellation});
  HttpResponse whole{.status = answer.status, .headers = std::move(answer.headers), .body = ""};
  while (std::optional<std::string> const block = answer.body()) {
    if (whole.body.size() + block->size() > limits.max_bytes) {
      throw errors::openapi_answer_too_large(method_and_url(request), limits.max_bytes);
    }
    whole.body += *block;
  }
  return whole;
}

}  // namespace

HttpResponse exchange(HttpRequest const& request, Transport const& transport, AnswerLimits const& limits) {
  if (limits.cancellation.is_requested()) throw errors::openapi_cancelled(method_and_url(request));
  try {
    return read_whole(request, transport, limits);
  } catch (ConnectionError const& error) {
    // The message of the transport has the URL with its query.
    throw ConnectionError(
        without_query_of(without_url_secrets(request.url), without_query_of(request.url, error.what())));
  } catch (CancelledError const&) {
    throw errors::openapi_cancelled(method_and_url(request));
  }
}

Json result_of(HttpRequest const& request, HttpResponse const& response) {
  if (response.status >= 300 && response.status <= 399 && response.status != 304) {
    std::string const target = find_header(response.headers, "location").value_or("");
    throw errors::openapi_redirected(method_and_url(request), response.status, without_query(target));
  }
  if (response.status < 200 || response.status > 299) {
    throw errors::openapi_refused(method_and_url(request), response.status, start_of_body(response.body));
  }
  if (response.body.empty()) return fmt::format("Status {}, without content", response.status);
  std::string const type = utf8::lower_ascii(find_header(response.headers, "content-type").value_or(""));
  bool const is_json = type.find("json") != std::string::npos;
  return is_json ? json_text::parse(response.body).value_or(response.body) : Json(response.body);
}

std::string without_query(std::string_view url) {
  return std::string(url.substr(0, url.find_first_of("?#")));
}

}  // namespace prompty::openapi

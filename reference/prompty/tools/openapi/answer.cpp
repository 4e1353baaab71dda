#include "prompty/tools/openapi/answer.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "prompty/core/json_text.hpp"
#include "prompty/core/secrets.hpp"
#include "prompty/tools/openapi/errors.hpp"
#include "prompty/tools/openapi/header_names.hpp"

namespace prompty::openapi {
namespace answers {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_bytes_shown = 500;

std::string without_query(std::string_view url) {
  return std::string(url.substr(0, url.find_first_of("?#")));
}

/// The start of a text, not cut inside a character.
std::string start_of(std::string_view text) {
  if (text.size() <= most_bytes_shown) return std::string(text);
  std::size_t end = most_bytes_shown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("{}…", text.substr(0, end));
}

bool is_json(Headers const& headers) {
  std::string const type = lower_case(find_header(headers, "content-type").value_or(""));
  return type.find("json") != std::string::npos;
}

/// `text` with `url` cut off behind its path wherever it stands.
std::string without(std::string text, std::string const& url) {
  std::string const plain = without_query(url);
  if (plain == url) return text;
  for (std::size_t at = text.find(url); at != std::string::npos; at = text.find(url, at + plain.size())) {
    text.replace(at, url.size(), plain);
  }
  return text;
}

HttpResponse whole_answer(HttpRequest const& request, Transport const& transport, Reach const& reach) {
  StreamedResponse arriving =
      transport.stream_within(request, {.deadline = Clock::now() + reach.time, .cancellation = reach.cancellation});
  HttpResponse whole{.status = arriving.status, .headers = std::move(arriving.headers), .body = ""};
  while (std::optional<std::string> const block = arriving.body()) {
    if (whole.body.size() + block->size() > reach.most_bytes) {
      throw errors::openapi_answer_too_large(shown(request), reach.most_bytes);
    }
    whole.body += *block;
  }
  return whole;
}

}  // namespace
}  // namespace answers

std::string shown(HttpRequest const& request) {
  return fmt::format("{} {}", request.method, answers::without_query(request.url));
}

HttpResponse exchange(HttpRequest const& request, Transport const& transport, Reach const& reach) {
  if (reach.cancellation.is_requested()) throw errors::openapi_cancelled(shown(request));
  try {
    return answers::whole_answer(request, transport, reach);
  } catch (ConnectionError const& error) {
    // The transport names the URL as it was asked, and its query may hold a secret.
    throw errors::openapi_unanswered(
        answers::without(answers::without(error.what(), request.url), without_url_secrets(request.url)));
  } catch (CancelledError const&) {
    throw errors::openapi_cancelled(shown(request));
  }
}

Json result_of(HttpRequest const& request, HttpResponse const& response) {
  if (response.status >= 300 && response.status <= 399 && response.status != 304) {
    std::string const target = find_header(response.headers, "location").value_or("");
    throw errors::openapi_redirected(shown(request), response.status, answers::without_query(target));
  }
  if (response.status < 200 || response.status > 299) {
    throw errors::openapi_refused(shown(request), response.status, answers::start_of(response.body));
  }
  if (response.body.empty()) return fmt::format("Status {}, without content", response.status);
  std::optional<Json> value = answers::is_json(response.headers) ? json_text::parse(response.body) : std::nullopt;
  if (value) return std::move(*value);
  return response.body;
}

}  // namespace prompty::openapi

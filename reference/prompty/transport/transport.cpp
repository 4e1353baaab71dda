#include "prompty/transport/transport.hpp"

#include <algorithm>

#include "prompty/core/utf8.hpp"
#include "prompty/transport/errors.hpp"

namespace prompty {

StreamedResponse Transport::stream(HttpRequest const& request) const {
  HttpResponse whole = send(request);
  return {.status = whole.status,
          .headers = std::move(whole.headers),
          .body = [body = std::optional<std::string>(std::move(whole.body))]() mutable {
            return std::exchange(body, std::nullopt);
          }};
}

StreamedResponse Transport::stream_within(HttpRequest const& request, RequestLimits const& limits) const {
  static_cast<void>(next_limit_check(limits, request.url));
  StreamedResponse response = stream(request);
  response.body = [body = std::move(response.body), limits, url = request.url] {
    static_cast<void>(next_limit_check(limits, url));
    return body();
  };
  return response;
}

std::chrono::steady_clock::time_point next_limit_check(RequestLimits const& limits, std::string_view url) {
  constexpr std::chrono::milliseconds pause(20);
  std::chrono::steady_clock::time_point const now = std::chrono::steady_clock::now();
  if (limits.cancellation.is_requested()) throw errors::request_cancelled(url);
  if (now >= limits.deadline) throw errors::no_answer(url, "the time limit of the request is over");
  return std::min(limits.deadline, now + pause);
}

std::optional<std::string> find_header(Headers const& headers, std::string_view name) {
  for (auto const& [present, value] : headers) {
    if (utf8::equal_ignoring_case(present, name)) return value;
  }
  return std::nullopt;
}

}  // namespace prompty

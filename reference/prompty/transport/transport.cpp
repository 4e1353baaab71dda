#include "prompty/transport/transport.hpp"

#include <algorithm>
#include <utility>

namespace prompty {
namespace header_names {
namespace {

char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_name(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char one, char other) { return lower_case(one) == lower_case(other); });
}

}  // namespace
}  // namespace header_names

StreamedResponse Transport::stream(HttpRequest const& request) const {
  HttpResponse whole = send(request);
  return {.status = whole.status,
          .headers = std::move(whole.headers),
          .body = [body = std::optional<std::string>(std::move(whole.body))]() mutable {
            return std::exchange(body, std::nullopt);
          }};
}

std::optional<std::string> find_header(Headers const& headers, std::string_view name) {
  for (auto const& [present, value] : headers) {
    if (header_names::same_name(present, name)) return value;
  }
  return std::nullopt;
}

}  // namespace prompty

#include "mock-provider/check/request_headers.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace mock_provider::request_headers {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char character) { return static_cast<char>(std::tolower(character)); });
  return result;
}

}  // namespace

bool has_bearer_key(Headers const& headers) {
  std::string const* const authorization = header_named(headers, "authorization");
  constexpr std::string_view scheme = "bearer ";
  return authorization != nullptr && authorization->size() > scheme.size() &&
         lower(authorization->substr(0, scheme.size())) == scheme;
}

bool says_json(Headers const& headers) {
  std::string const* const type = header_named(headers, "content-type");
  if (type == nullptr) return false;
  std::string const media = lower(type->substr(0, type->find(';')));
  return media.substr(0, media.find_last_not_of(" \t") + 1) == "application/json";
}

}  // namespace mock_provider::request_headers

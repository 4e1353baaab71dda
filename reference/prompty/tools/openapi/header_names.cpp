#include "prompty/tools/openapi/header_names.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace prompty::openapi {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

bool is_header_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    bool const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c >= '0' && c <= '9') || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool is_header_of_http(std::string_view name) {
  static std::set<std::string, std::less<>> const names = {"accept",
                                                           "authorization",
                                                           "connection",
                                                           "content-encoding",
                                                           "content-length",
                                                           "content-type",
                                                           "cookie",
                                                           "expect",
                                                           "host",
                                                           "keep-alive",
                                                           "te",
                                                           "trailer",
                                                           "upgrade",
                                                           "user-agent",
                                                           "via",
                                                           "transfer-encoding",
                                                           "forwarded",
                                                           "x-forwarded-for",
                                                           "x-forwarded-host"};
  std::string const lower = lower_case(name);
  return names.contains(lower) || lower.starts_with("proxy-");
}

}  // namespace prompty::openapi

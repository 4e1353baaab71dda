#include "mock-provider/http/request.hpp"

#include <algorithm>

#include "mock-provider/values/encoding.hpp"

namespace mock_provider {

bool is_read(Request const& request) {
  return request.method == "GET" || request.method == "HEAD";
}

std::string const* header_named(Headers const& headers, std::string_view name) {
  Headers::const_iterator const found = std::find_if(
      headers.begin(), headers.end(), [&](auto const& header) { return same_header_name(header.first, name); });
  return found == headers.end() ? nullptr : &found->second;
}

bool same_header_name(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char one, char other) { return lower_ascii(one) == lower_ascii(other); });
}

}  // namespace mock_provider

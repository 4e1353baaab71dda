#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mock_provider {

using Headers = std::vector<std::pair<std::string, std::string>>;

/// A request as it came in, free of any HTTP library.
struct Request {
  std::string method;
  std::string target;  ///< path and query as sent, nothing decoded
  Headers headers;
  std::string body;
  std::int64_t received_at_us = 0;  ///< microseconds since 1970

  bool operator==(Request const&) const = default;
};

/// Whether it asks for no change.
[[nodiscard]] bool is_read(Request const& request);

/// The first header of that name in any letter case, nullptr without one.
[[nodiscard]] std::string const* header_named(Headers const& headers, std::string_view name);

/// Whether two header names are the same, letter case aside.
[[nodiscard]] bool same_header_name(std::string_view left, std::string_view right);

}  // namespace mock_provider

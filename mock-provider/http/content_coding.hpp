#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "mock-provider/http/request_head.hpp"

namespace mock_provider::http::content_coding {

/// The body before it was compressed: gzip, deflate and identity are understood. A refusal for other codings (415), for
/// broken bytes (400) and for more than `limit` bytes (413).
[[nodiscard]] std::variant<std::string, Refusal> decoded(std::string body, std::string_view coding, std::size_t limit);

}  // namespace mock_provider::http::content_coding

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "mock-provider/request.hpp"

namespace mock_provider::http {

/// Why a request is not taken, to be answered in the provider's shape before the connection ends.
struct Refusal {
  int status = 400;
  std::string message;
  Request request = {};  ///< as far as it is known

  bool operator==(Refusal const&) const = default;
};

/// The request line and the headers.
struct RequestHead {
  enum class Version : std::uint8_t { http_1_0, http_1_1 };

  std::string method;
  std::string target;  ///< as sent
  Version version = Version::http_1_1;
  Headers headers;  ///< in the order in which they came

  bool operator==(RequestHead const&) const = default;
};

/// How the body is framed.
struct BodyFraming {
  enum class Kind : std::uint8_t { none, sized, chunked };
  Kind kind = Kind::none;
  std::uint64_t length = 0;  ///< of a sized one

  bool operator==(BodyFraming const&) const = default;
};

}  // namespace mock_provider::http

namespace mock_provider::http::request_head {

/// Reads the lines of a head, each with its CRLF, without the empty line at the end. A refusal for everything that is
/// no HTTP/1.0 or HTTP/1.1.
[[nodiscard]] std::variant<RequestHead, Refusal> parse(std::string_view lines);

/// How the body is framed; a refusal for lengths that contradict each other and for codings other than chunked, with
/// which two readers could see two different requests.
[[nodiscard]] std::variant<BodyFraming, Refusal> framing_of(RequestHead const& head);

/// Whether the connection is to stay open after the answer.
[[nodiscard]] bool keeps_connection(RequestHead const& head);

/// Whether a comma-separated header has the token, letter case aside.
[[nodiscard]] bool has_token(std::string const* value, std::string_view token);

}  // namespace mock_provider::http::request_head

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "mock-provider/http/channel.hpp"
#include "mock-provider/http/request.hpp"

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

namespace mock_provider::http {

/// How much a client may send.
struct ReadLimits {
  std::size_t head_bytes = 0;  ///< of the request line and the headers together
  std::size_t body_bytes = 0;
};

/// One request as it came, and what the connection does after its answer.
struct IncomingRequest {
  Request request;
  RequestHead::Version version = RequestHead::Version::http_1_1;
  bool keeps_connection = true;
};

/// The connection has nothing more to say.
struct NoRequest {};

/// Reads the requests of one connection, one after the other.
class RequestReader {
 public:
  /// The channel must outlive the reader.
  RequestReader(Channel& channel, ReadLimits limits);

  /// After a refusal what follows cannot be distinguished from the rest of the refused request: answer and close.
  [[nodiscard]] std::variant<IncomingRequest, Refusal, NoRequest> next();
  /// Whether there is a beginning of a next request that came with the last one.
  [[nodiscard]] bool has_more() const { return start_ < buffer_.size() || channel_.holds_more(); }

 private:
  [[nodiscard]] bool read_more();
  /// How long the head is, with its empty line; 0 when the connection ended first.
  [[nodiscard]] std::variant<std::size_t, Refusal> head_length();
  [[nodiscard]] std::variant<std::string, Refusal> body_within_memory(RequestHead const& head);
  [[nodiscard]] std::variant<std::string, Refusal> body_of(RequestHead const& head);
  [[nodiscard]] std::variant<std::string, Refusal> sized_body(std::uint64_t length);
  [[nodiscard]] std::variant<std::string, Refusal> chunked_body();
  [[nodiscard]] bool skip_trailers();
  /// The next line without its CRLF, of at most that many bytes; nothing when there is none.
  [[nodiscard]] std::optional<std::string> line(std::size_t limit);
  [[nodiscard]] bool append_exactly(std::string& body, std::uint64_t length);

  Channel& channel_;
  ReadLimits const limits_;
  std::string buffer_;  ///< what has been read and is not used up from `start_` on
  std::size_t start_ = 0;
};

}  // namespace mock_provider::http

namespace mock_provider::http::content_coding {

/// The body before it was compressed: gzip, deflate and identity are understood. A refusal for other codings (415), for
/// broken bytes (400) and for more than `limit` bytes (413).
[[nodiscard]] std::variant<std::string, Refusal> decoded(std::string body, std::string_view coding, std::size_t limit);

}  // namespace mock_provider::http::content_coding

#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "mock-provider/http/channel.hpp"
#include "mock-provider/http/request_head.hpp"
#include "mock-provider/request.hpp"

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

 private:
  [[nodiscard]] bool read_more();
  /// How long the head is, with its empty line; 0 when the connection ended first.
  [[nodiscard]] std::variant<std::size_t, Refusal> head_length();
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

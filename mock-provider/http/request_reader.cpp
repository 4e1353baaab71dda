#include "mock-provider/http/request_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "mock-provider/http/content_coding.hpp"

namespace mock_provider::http {
namespace request_reader {
namespace {

constexpr std::size_t bytes_of_a_read = 16'384;
constexpr std::size_t longest_request_line = 8'192;
constexpr std::size_t longest_chunk_line = 1'024;

std::int64_t microseconds_now() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Refusal too_large(std::size_t limit) {
  return {.status = 413, .message = fmt::format("The body is larger than {} bytes.", limit)};
}

Refusal broken_body() {
  return {.status = 400, .message = "The body ended before it was complete, or its encoding is broken."};
}

Refusal too_slow(Patience const& patience) {
  return {.status = 408,
          .message = fmt::format("The request did not come whole within {} milliseconds, the most that a client may "
                                 "take; --deadline-ms of the mock sets another time.",
                                 patience.total.count())};
}

/// A refusal of a request of which nothing is known but its time.
Refusal without_head(Refusal refusal) {
  refusal.request.received_at_us = microseconds_now();
  return refusal;
}

/// The size before a chunk, without its extensions.
std::optional<std::uint64_t> chunk_size(std::string_view text) {
  text = text.substr(0, text.find(';'));
  while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
  std::uint64_t size = 0;
  std::from_chars_result const parsed = std::from_chars(text.data(), text.data() + text.size(), size, 16);
  bool const is_number = !text.empty() && parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  return is_number ? std::optional<std::uint64_t>(size) : std::nullopt;
}

}  // namespace
}  // namespace request_reader

RequestReader::RequestReader(Channel& channel, ReadLimits limits) : channel_(channel), limits_(limits) {}

std::variant<IncomingRequest, Refusal, NoRequest> RequestReader::next() {
  buffer_.erase(0, start_);
  start_ = 0;
  channel_.await_exchange();
  if (buffer_.empty() && !read_more()) return NoRequest{};
  channel_.begin_exchange();
  std::variant<std::size_t, Refusal> const length = head_length();
  if (Refusal const* const refusal = std::get_if<Refusal>(&length)) return request_reader::without_head(*refusal);
  std::size_t const head_bytes = std::get<std::size_t>(length);
  if (head_bytes == 0 && channel_.is_out_of_time())
    return request_reader::without_head(request_reader::too_slow(channel_.patience()));
  if (head_bytes == 0) return NoRequest{};
  std::variant<RequestHead, Refusal> parsed =
      request_head::parse(std::string_view(buffer_).substr(start_, head_bytes - start_ - 2));
  start_ = head_bytes;
  if (Refusal const* const refusal = std::get_if<Refusal>(&parsed)) return request_reader::without_head(*refusal);
  RequestHead& head = std::get<RequestHead>(parsed);
  std::int64_t const received = request_reader::microseconds_now();
  std::variant<std::string, Refusal> body = body_of(head);
  IncomingRequest incoming{.version = head.version, .keeps_connection = request_head::keeps_connection(head)};
  incoming.request = {.method = std::move(head.method),
                      .target = std::move(head.target),
                      .headers = std::move(head.headers),
                      .body = {},
                      .received_at_us = received};
  if (Refusal* const refusal = std::get_if<Refusal>(&body)) {
    if (channel_.is_out_of_time()) *refusal = request_reader::too_slow(channel_.patience());
    refusal->request = std::move(incoming.request);
    return std::move(*refusal);
  }
  incoming.request.body = std::move(std::get<std::string>(body));
  return incoming;
}

bool RequestReader::read_more() {
  std::array<char, request_reader::bytes_of_a_read> room;
  std::size_t const count = channel_.read(room);
  buffer_.append(room.data(), count);
  return count > 0;
}

std::variant<std::size_t, Refusal> RequestReader::head_length() {
  std::size_t seen = 0;
  for (;;) {
    // Empty lines before a request are left over from a sloppy client's last body.
    while (start_ + 1 < buffer_.size() && buffer_[start_] == '\r' && buffer_[start_ + 1] == '\n') start_ += 2;
    seen = std::max(seen, start_);
    std::size_t const end = buffer_.find("\r\n\r\n", seen > start_ + 3 ? seen - 3 : start_);
    std::size_t const bytes = (end == std::string::npos ? buffer_.size() : end + 4) - start_;
    std::size_t const line_end = std::min(buffer_.find("\r\n", start_), buffer_.size());
    if (line_end - start_ > request_reader::longest_request_line) {
      return Refusal{
          .status = 414,
          .message = fmt::format("The request line is longer than {} bytes.", request_reader::longest_request_line)};
    }
    if (bytes > limits_.head_bytes) {
      return Refusal{.status = 431,
                     .message = fmt::format("The headers are larger than {} bytes.", limits_.head_bytes)};
    }
    if (end != std::string::npos) return end + 4;
    seen = buffer_.size();
    if (!read_more()) return std::size_t{0};
    if (start_ > limits_.head_bytes) return Refusal{.status = 400, .message = "Empty lines are no request."};
  }
}

std::variant<std::string, Refusal> RequestReader::body_of(RequestHead const& head) {
  std::variant<BodyFraming, Refusal> const found = request_head::framing_of(head);
  if (Refusal const* const refusal = std::get_if<Refusal>(&found)) return *refusal;
  BodyFraming const& framing = std::get<BodyFraming>(found);
  if (framing.kind == BodyFraming::Kind::none) return std::string();
  if (framing.kind == BodyFraming::Kind::sized && framing.length > limits_.body_bytes) {
    return request_reader::too_large(limits_.body_bytes);
  }
  bool const waits = request_head::has_token(header_named(head.headers, "expect"), "100-continue");
  if (waits && start_ == buffer_.size() && !channel_.write("HTTP/1.1 100 Continue\r\n\r\n")) {
    return request_reader::broken_body();
  }
  std::variant<std::string, Refusal> body =
      framing.kind == BodyFraming::Kind::sized ? sized_body(framing.length) : chunked_body();
  std::string const* const coding = header_named(head.headers, "content-encoding");
  if (coding == nullptr || std::holds_alternative<Refusal>(body)) return body;
  return content_coding::decoded(std::move(std::get<std::string>(body)), *coding, limits_.body_bytes);
}

std::variant<std::string, Refusal> RequestReader::sized_body(std::uint64_t length) {
  std::string body;
  if (!append_exactly(body, length)) return request_reader::broken_body();
  return body;
}

std::variant<std::string, Refusal> RequestReader::chunked_body() {
  std::string body;
  for (;;) {
    std::optional<std::string> const size_line = line(request_reader::longest_chunk_line);
    std::optional<std::uint64_t> const size = size_line ? request_reader::chunk_size(*size_line) : std::nullopt;
    if (!size) return request_reader::broken_body();
    if (*size == 0) break;
    if (*size > limits_.body_bytes - body.size()) return request_reader::too_large(limits_.body_bytes);
    if (!append_exactly(body, *size)) return request_reader::broken_body();
    std::optional<std::string> const rest = line(0);
    if (!rest) return request_reader::broken_body();
  }
  if (!skip_trailers()) return request_reader::broken_body();
  return body;
}

bool RequestReader::skip_trailers() {
  for (std::size_t total = 0; total <= limits_.head_bytes;) {
    std::optional<std::string> const trailer = line(limits_.head_bytes);
    if (!trailer) return false;
    if (trailer->empty()) return true;
    total += trailer->size();
  }
  return false;
}

std::optional<std::string> RequestReader::line(std::size_t limit) {
  for (;;) {
    std::size_t const end = buffer_.find("\r\n", start_);
    if (end != std::string::npos && end - start_ <= limit) {
      std::string result = buffer_.substr(start_, end - start_);
      start_ = end + 2;
      return result;
    }
    if (end != std::string::npos || buffer_.size() - start_ > limit + 1 || !read_more()) return std::nullopt;
  }
}

bool RequestReader::append_exactly(std::string& body, std::uint64_t length) {
  std::size_t const at_hand = std::min<std::uint64_t>(length, buffer_.size() - start_);
  body.append(buffer_, start_, at_hand);
  start_ += at_hand;
  std::uint64_t missing = length - at_hand;
  if (missing == 0) return true;
  buffer_.clear();
  start_ = 0;
  std::array<char, request_reader::bytes_of_a_read> room;
  while (missing > 0) {
    std::size_t const wanted = std::min<std::uint64_t>(missing, room.size());
    std::size_t const count = channel_.read(std::span(room).first(wanted));
    if (count == 0) return false;
    body.append(room.data(), count);
    missing -= count;
  }
  return true;
}

}  // namespace mock_provider::http

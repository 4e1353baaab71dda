#include "mock-provider/http/request_reader.hpp"

#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <new>

namespace mock_provider::http::request_head {
namespace {

bool is_token_character(char character) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || others.find(character) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

/// Visible ASCII and bytes beyond it; no blanks, which end the target, and no control characters.
bool is_target(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char character) {
    unsigned char const byte = static_cast<unsigned char>(character);
    return byte > 0x20 && byte != 0x7F;
  });
}

bool is_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char character) {
    unsigned char const byte = static_cast<unsigned char>(character);
    return byte == '\t' || (byte >= 0x20 && byte != 0x7F);
  });
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  std::size_t const start = text.find_first_not_of(blanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(blanks) - start + 1);
}

/// Takes the next line off the front, without its CRLF.
std::string_view next_line(std::string_view& lines) {
  std::size_t const end = lines.find("\r\n");
  std::string_view const line = lines.substr(0, end);
  lines.remove_prefix(end == std::string_view::npos ? lines.size() : end + 2);
  return line;
}

Refusal refusal(std::string message) {
  return {.status = 400, .message = "The request cannot be read as HTTP/1.1. " + std::move(message)};
}

std::optional<Refusal> read_request_line(std::string_view line, RequestHead& head) {
  std::size_t const first = line.find(' ');
  std::size_t const last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return refusal("Its first line must be METHOD TARGET VERSION.");
  std::string_view const method = line.substr(0, first);
  std::string_view const target = line.substr(first + 1, last - first - 1);
  std::string_view const version = line.substr(last + 1);
  if (!is_token(method)) return refusal("Its method is not a token (RFC 9110 section 5.6.2).");
  if (!is_target(target)) return refusal("Its target is empty or holds blanks or control characters.");
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return refusal("Its version is another.");
  head.method = method;
  head.target = target;
  head.version = version == "HTTP/1.1" ? RequestHead::Version::http_1_1 : RequestHead::Version::http_1_0;
  return std::nullopt;
}

std::optional<Refusal> read_header(std::string_view line, RequestHead& head) {
  std::size_t const colon = line.find(':');
  if (colon == std::string_view::npos) return refusal("A header line has no colon.");
  std::string_view const name = line.substr(0, colon);
  std::string_view const value = trimmed(line.substr(colon + 1));
  if (!is_token(name)) return refusal("The name of a header is not a token (RFC 9110 section 5.6.2).");
  if (!is_value(value)) return refusal("The value of a header holds control characters.");
  head.headers.emplace_back(name, value);
  return std::nullopt;
}

std::optional<std::uint64_t> length_in(std::string_view text) {
  std::uint64_t length = 0;
  std::from_chars_result const parsed = std::from_chars(text.data(), text.data() + text.size(), length);
  bool const is_number = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  return is_number ? std::optional<std::uint64_t>(length) : std::nullopt;
}

}  // namespace

std::variant<RequestHead, Refusal> parse(std::string_view lines) {
  RequestHead head;
  if (std::optional<Refusal> problem = read_request_line(next_line(lines), head)) return *problem;
  while (!lines.empty()) {
    if (std::optional<Refusal> problem = read_header(next_line(lines), head)) return *problem;
  }
  return head;
}

std::variant<BodyFraming, Refusal> framing_of(RequestHead const& head) {
  BodyFraming framing;
  bool has_length = false;
  for (auto const& [name, value] : head.headers) {
    if (same_header_name(name, "transfer-encoding")) {
      bool const is_chunked = same_header_name(value, "chunked") && framing.kind != BodyFraming::Kind::chunked;
      if (!is_chunked) return refusal("Of transfer codings only chunked is taken, once.");
      framing.kind = BodyFraming::Kind::chunked;
    } else if (same_header_name(name, "content-length")) {
      std::optional<std::uint64_t> const length = length_in(value);
      if (!length) return refusal("Its Content-Length is no number of bytes.");
      if (has_length && framing.length != *length) return refusal("It has two lengths.");
      framing.length = *length;
      has_length = true;
    }
  }
  if (framing.kind == BodyFraming::Kind::chunked && has_length) return refusal("It has a length and is chunked too.");
  if (has_length && framing.length > 0) framing.kind = BodyFraming::Kind::sized;
  return framing;
}

bool has_token(std::string const* value, std::string_view token) {
  if (value == nullptr) return false;
  std::string_view rest = *value;
  for (;;) {
    std::size_t const comma = rest.find(',');
    if (same_header_name(trimmed(rest.substr(0, comma)), token)) return true;
    if (comma == std::string_view::npos) return false;
    rest.remove_prefix(comma + 1);
  }
}

bool keeps_connection(RequestHead const& head) {
  std::string const* const connection = header_named(head.headers, "connection");
  if (head.version == RequestHead::Version::http_1_0) return has_token(connection, "keep-alive");
  return !has_token(connection, "close");
}

}  // namespace mock_provider::http::request_head

namespace mock_provider::http::content_coding {
namespace {

/// zlib tells gzip and deflate apart by itself with this added to the size of the window.
constexpr int either_format = 32;

class Inflater {
 public:
  Inflater() { is_ready_ = inflateInit2(&stream_, MAX_WBITS + either_format) == Z_OK; }
  Inflater(Inflater const&) = delete;
  Inflater& operator=(Inflater const&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  std::variant<std::string, Refusal> inflated(std::string& body, std::size_t limit) {
    std::string result;
    std::array<char, 16'384> room{};
    stream_.next_in = bytes(body.data());
    stream_.avail_in = static_cast<unsigned>(body.size());
    for (int state = is_ready_ ? Z_OK : Z_STREAM_ERROR; state != Z_STREAM_END;) {
      stream_.next_out = bytes(room.data());
      stream_.avail_out = static_cast<unsigned>(room.size());
      if (state == Z_OK) state = inflate(&stream_, Z_NO_FLUSH);
      if (state != Z_OK && state != Z_STREAM_END)
        return Refusal{.status = 400, .message = "The compressed body is broken."};
      result.append(room.data(), room.size() - stream_.avail_out);
      if (result.size() > limit) {
        return Refusal{.status = 413, .message = fmt::format("The body is larger than {} bytes.", limit)};
      }
    }
    return result;
  }

 private:
  static Bytef* bytes(char* text) { return static_cast<Bytef*>(static_cast<void*>(text)); }

  z_stream stream_{};
  bool is_ready_ = false;
};

}  // namespace

std::variant<std::string, Refusal> decoded(std::string body, std::string_view coding, std::size_t limit) {
  if (same_header_name(coding, "identity")) return body;
  if (same_header_name(coding, "gzip") || same_header_name(coding, "deflate")) return Inflater().inflated(body, limit);
  return Refusal{.status = 415, .message = "Of content codings gzip, deflate and identity are understood."};
}

}  // namespace mock_provider::http::content_coding

namespace mock_provider::http {
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

Refusal too_little_memory() {
  return {.status = 503, .message = "There is not enough memory for the body of this request; send a smaller one."};
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

RequestReader::RequestReader(Channel& channel, ReadLimits limits) : channel_(channel), limits_(limits) {}

std::variant<IncomingRequest, Refusal, NoRequest> RequestReader::next() {
  buffer_.erase(0, start_);
  start_ = 0;
  channel_.await_exchange();
  if (buffer_.empty() && !read_more()) return NoRequest{};
  channel_.begin_exchange();
  std::variant<std::size_t, Refusal> const length = head_length();
  if (Refusal const* const refusal = std::get_if<Refusal>(&length)) return without_head(*refusal);
  std::size_t const head_bytes = std::get<std::size_t>(length);
  if (head_bytes == 0 && channel_.is_out_of_time()) return without_head(too_slow(channel_.patience()));
  if (head_bytes == 0) return NoRequest{};
  std::variant<RequestHead, Refusal> parsed =
      request_head::parse(std::string_view(buffer_).substr(start_, head_bytes - start_ - 2));
  start_ = head_bytes;
  if (Refusal const* const refusal = std::get_if<Refusal>(&parsed)) return without_head(*refusal);
  RequestHead& head = std::get<RequestHead>(parsed);
  std::int64_t const received = microseconds_now();
  std::variant<std::string, Refusal> body = body_within_memory(head);
  IncomingRequest incoming{.version = head.version, .keeps_connection = request_head::keeps_connection(head)};
  incoming.request = {.method = std::move(head.method),
                      .target = std::move(head.target),
                      .headers = std::move(head.headers),
                      .body = {},
                      .received_at_us = received};
  if (Refusal* const refusal = std::get_if<Refusal>(&body)) {
    if (channel_.is_out_of_time()) *refusal = too_slow(channel_.patience());
    refusal->request = std::move(incoming.request);
    return std::move(*refusal);
  }
  incoming.request.body = std::move(std::get<std::string>(body));
  return incoming;
}

bool RequestReader::read_more() {
  std::array<char, bytes_of_a_read> room;
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
    if (line_end - start_ > longest_request_line) {
      return Refusal{.status = 414,
                     .message = fmt::format("The request line is longer than {} bytes.", longest_request_line)};
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

std::variant<std::string, Refusal> RequestReader::body_within_memory(RequestHead const& head) {
  try {
    return body_of(head);
  } catch (std::bad_alloc const&) {
    return too_little_memory();
  }
}

std::variant<std::string, Refusal> RequestReader::body_of(RequestHead const& head) {
  std::variant<BodyFraming, Refusal> const found = request_head::framing_of(head);
  if (Refusal const* const refusal = std::get_if<Refusal>(&found)) return *refusal;
  BodyFraming const& framing = std::get<BodyFraming>(found);
  if (framing.kind == BodyFraming::Kind::none) return std::string();
  if (framing.kind == BodyFraming::Kind::sized && framing.length > limits_.body_bytes) {
    return too_large(limits_.body_bytes);
  }
  bool const waits = request_head::has_token(header_named(head.headers, "expect"), "100-continue");
  if (waits && start_ == buffer_.size() && !channel_.write("HTTP/1.1 100 Continue\r\n\r\n")) {
    return broken_body();
  }
  std::variant<std::string, Refusal> body =
      framing.kind == BodyFraming::Kind::sized ? sized_body(framing.length) : chunked_body();
  std::string const* const coding = header_named(head.headers, "content-encoding");
  if (coding == nullptr || std::holds_alternative<Refusal>(body)) return body;
  return content_coding::decoded(std::move(std::get<std::string>(body)), *coding, limits_.body_bytes);
}

std::variant<std::string, Refusal> RequestReader::sized_body(std::uint64_t length) {
  std::string body;
  if (!append_exactly(body, length)) return broken_body();
  return body;
}

std::variant<std::string, Refusal> RequestReader::chunked_body() {
  std::string body;
  for (;;) {
    std::optional<std::string> const size_line = line(longest_chunk_line);
    std::optional<std::uint64_t> const size = size_line ? chunk_size(*size_line) : std::nullopt;
    if (!size) return broken_body();
    if (*size == 0) break;
    if (*size > limits_.body_bytes - body.size()) return too_large(limits_.body_bytes);
    if (!append_exactly(body, *size)) return broken_body();
    std::optional<std::string> const rest = line(0);
    if (!rest) return broken_body();
  }
  if (!skip_trailers()) return broken_body();
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
  std::array<char, bytes_of_a_read> room;
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

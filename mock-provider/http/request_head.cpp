#include "mock-provider/http/request_head.hpp"

#include <algorithm>
#include <charconv>

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
  if (!is_token(method)) return refusal("Its method is none.");
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
  if (!is_token(name)) return refusal("The name of a header is none.");
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

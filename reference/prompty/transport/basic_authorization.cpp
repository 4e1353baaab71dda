#include "prompty/transport/basic_authorization.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cstdint>

namespace prompty {
namespace basic {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned int code = 0;
    bool const may_be_escape = text[at] == '%' && at + 2 < text.size();
    char const* const end = text.data() + (may_be_escape ? at + 3 : at);
    bool const is_escape = may_be_escape && std::from_chars(text.data() + at + 1, end, code, 16).ptr == end;
    plain += is_escape ? static_cast<char>(code) : text[at];
    if (is_escape) at += 2;
  }
  return plain;
}

std::string base64(std::string_view bytes) {
  std::string encoded;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::string_view const group = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      bits = bits << 8U | (i < group.size() ? static_cast<unsigned char>(group[i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      encoded += i <= group.size() ? digits[bits >> (18 - 6 * i) & 63U] : '=';
    }
  }
  return encoded;
}

}  // namespace
}  // namespace basic

std::string basic_authorization(std::string_view user_information) {
  std::size_t const colon = user_information.find(':');
  std::string_view const user = user_information.substr(0, colon);
  std::string_view const password =
      colon == std::string_view::npos ? std::string_view() : user_information.substr(colon + 1);
  return fmt::format("Basic {}", basic::base64(fmt::format("{}:{}", basic::decoded(user), basic::decoded(password))));
}

}  // namespace prompty

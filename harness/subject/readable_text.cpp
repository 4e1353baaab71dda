#include "harness/subject/readable_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conformance {
namespace readable_text {
namespace {

bool is_control(char character) {
  unsigned char const byte = static_cast<unsigned char>(character);
  return byte < 0x20 || byte == 0x7F;
}

bool continues_character(char character) {
  return (static_cast<unsigned char>(character) & 0xC0U) == 0x80U;
}

}  // namespace
}  // namespace readable_text

std::string valid_utf8(std::string_view bytes) {
  nlohmann::json const text = std::string(bytes);
  std::string const repaired = text.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return nlohmann::json::parse(repaired).get<std::string>();
}

std::string one_line_excerpt(std::string_view bytes, std::size_t max_bytes) {
  bool const cut = bytes.size() > max_bytes;
  std::size_t length = std::min(bytes.size(), max_bytes);
  while (cut && length > 0 && readable_text::continues_character(bytes[length])) --length;
  std::string text = valid_utf8(bytes.substr(0, length));
  std::replace_if(text.begin(), text.end(), readable_text::is_control, ' ');
  return cut ? text + "…" : text;
}

}  // namespace conformance

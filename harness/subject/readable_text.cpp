#include "harness/subject/readable_text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conformance {
namespace readable_text {
namespace {

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

std::string printable_text(std::string_view bytes) {
  static RE2 const unprintable(
      R"([\x00-\x08\x0B-\x1F\x7F-\x{9F}\x{61C}\x{200E}\x{200F}\x{2028}-\x{202E}\x{2066}-\x{2069}])");
  std::string text = valid_utf8(bytes);
  RE2::GlobalReplace(&text, unprintable, " ");
  return text;
}

std::string one_line_excerpt(std::string_view bytes, std::size_t max_bytes) {
  bool const cut = bytes.size() > max_bytes;
  std::size_t length = std::min(bytes.size(), max_bytes);
  while (cut && length > 0 && readable_text::continues_character(bytes[length])) --length;
  std::string text = printable_text(bytes.substr(0, length));
  std::replace_if(
      text.begin(), text.end(), [](char letter) { return letter == '\n' || letter == '\t'; }, ' ');
  return cut ? text + "…" : text;
}

std::string shown_name(std::string_view name) {
  constexpr std::size_t most_bytes = 200;
  return one_line_excerpt(name, most_bytes);
}

}  // namespace conformance

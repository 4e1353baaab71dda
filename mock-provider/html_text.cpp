#include "mock-provider/html_text.hpp"

#include "mock-provider/json_text.hpp"

namespace mock_provider::html_text {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool is_control(char byte) {
  unsigned char const value = static_cast<unsigned char>(byte);
  return (value < 0x20 && byte != '\t' && byte != '\n') || value == 0x7F;
}

void append(std::string& result, char byte) {
  switch (byte) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\'':
      result += "&#39;";
      break;
    default:
      result += byte;
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  bool const is_utf8 = json_text::is_utf8(text);
  std::string result;
  result.reserve(text.size());
  for (char const byte : text) {
    bool const is_foreign = !is_utf8 && static_cast<unsigned char>(byte) >= 0x80;
    if (is_control(byte) || is_foreign) {
      result += replacement;
    } else {
      append(result, byte);
    }
  }
  return result;
}

}  // namespace mock_provider::html_text

#include "harness/vectors/canonical_json.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace conformance {
namespace {

constexpr std::size_t line_width = 120;

std::string quoted(std::string const& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Columns that UTF-8 text takes: its code points.
std::size_t columns(std::string const& text) {
  std::size_t count = 0;
  for (char const byte : text) count += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U ? 1 : 0;
  return count;
}

std::string one_line(Json const& value) {
  if (value.is_array()) {
    std::string text = "[";
    for (Json const& element : value) text += (text.size() > 1 ? ", " : "") + one_line(element);
    return text + "]";
  }
  if (value.is_object()) {
    std::string text = "{";
    for (auto const& [key, member] : value.items())
      text += (text.size() > 1 ? ", " : "") + quoted(key) + ": " + one_line(member);
    return text + "}";
  }
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string written(Json const& value, std::size_t indent, std::size_t prefix, std::size_t expand_levels) {
  if (!value.is_structured() || value.empty()) return one_line(value);
  std::string line = one_line(value);
  // One column is kept for the comma that may follow.
  if (expand_levels == 0 && indent + prefix + columns(line) + 1 <= line_width) return line;
  std::string const pad(indent + 2, ' ');
  std::string text;
  for (auto const& [key, member] : value.items()) {
    std::string const name = value.is_object() ? quoted(key) + ": " : "";
    bool const is_list = value.is_object() && indent == 0 && (key == "vectors" || key == "cases");
    std::size_t const inner_levels = value.is_array() ? (expand_levels > 0 ? expand_levels - 1 : 0) : (is_list ? 2 : 0);
    text += text.empty() ? "\n" : ",\n";
    text += pad;
    text += name;
    text += written(member, indent + 2, columns(name), inner_levels);
  }
  text += "\n" + std::string(indent, ' ');
  return value.is_array() ? "[" + text + "]" : "{" + text + "}";
}

}  // namespace

std::string canonical_json(Json const& document) {
  return written(document, 0, 0, 1) + "\n";
}

}  // namespace conformance

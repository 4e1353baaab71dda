#include "mock-provider/json_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace mock_provider::json_text {
namespace {

Problem problem_at(std::string_view text, std::size_t offset, std::string message) {
  std::string_view const before = text.substr(0, std::min(offset, text.size()));
  std::size_t const last_break = before.rfind('\n');
  std::size_t const line_start = last_break == std::string_view::npos ? 0 : last_break + 1;
  return {.message = std::move(message),
          .line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          .column = before.size() - line_start + 1};
}

/// Offset of the first bracket that nests too deeply. Looks at brackets only, so that it needs no recursion itself.
std::optional<std::size_t> too_deep_at(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const character = text[at];
    if (in_string) {
      if (character == '\\') ++at;
      if (character == '"') in_string = false;
      continue;
    }
    if (character == '"') in_string = true;
    if (character == '[' || character == '{') ++depth;
    if ((character == ']' || character == '}') && depth > 0) --depth;
    if (depth > depth_limit) return at;
  }
  return std::nullopt;
}

std::string without_library_prefix(std::string const& text) {
  std::size_t const column = text.find("column ");
  std::size_t const colon = column == std::string::npos ? column : text.find(": ", column);
  return colon == std::string::npos ? text : text.substr(colon + 2);
}

std::string_view cut_at_character(std::string_view text, std::size_t limit) {
  std::size_t end = std::min(limit, text.size());
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

/// How many bytes the UTF-8 sequence at the start of `text` has; 0 when it is none.
std::size_t sequence_length(std::string_view text) {
  auto const byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  auto const continues = [&](std::size_t index) { return index < text.size() && (byte(index) & 0xC0U) == 0x80U; };
  unsigned const lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (!continues(1) || !continues(2)) return 0;
    bool const overlong = lead == 0xE0 && byte(1) < 0xA0;
    bool const surrogate = lead == 0xED && byte(1) > 0x9F;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (!continues(1) || !continues(2) || !continues(3)) return 0;
    bool const overlong = lead == 0xF0 && byte(1) < 0x90;
    bool const beyond_unicode = lead == 0xF4 && byte(1) > 0x8F;
    return overlong || beyond_unicode ? 0 : 4;
  }
  return 0;
}

}  // namespace

std::variant<Json, Problem> parse(std::string_view text) {
  if (std::optional<std::size_t> const at = too_deep_at(text)) {
    return problem_at(text, *at, fmt::format("nested more than {} levels deep", depth_limit));
  }
  try {
    return Json::parse(text);
  } catch (nlohmann::json::parse_error const& error) {
    return problem_at(text, error.byte == 0 ? 0 : error.byte - 1, without_library_prefix(error.what()));
  } catch (nlohmann::json::exception const& error) {
    return problem_at(text, 0, error.what());
  }
}

std::string dump(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string indented(Json const& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string excerpt(Json const& value, std::size_t limit) {
  std::string whole = dump(value);
  if (whole.size() <= limit) return whole;
  return std::string(cut_at_character(whole, limit)) + "…";
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    std::size_t const length = sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string child(std::string_view pointer, std::string_view key) {
  std::string result(pointer);
  result += '/';
  for (char const character : key) {
    if (character == '~') {
      result += "~0";
    } else if (character == '/') {
      result += "~1";
    } else {
      result += character;
    }
  }
  return result;
}

std::string child(std::string_view pointer, std::size_t index) {
  return fmt::format("{}/{}", pointer, index);
}

}  // namespace mock_provider::json_text

#include "harness/judge/subject/readable_text.hpp"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conformance {
namespace {

bool continues_character(char character) {
  return (static_cast<unsigned char>(character) & 0xC0U) == 0x80U;
}

/// At most so many bytes, without a part of a character at the end.
std::size_t length_of_whole_characters(std::string_view bytes, std::size_t max_bytes) {
  if (bytes.size() <= max_bytes) return bytes.size();
  std::size_t length = max_bytes;
  while (length > 0 && continues_character(bytes[length])) --length;
  return length;
}

std::string mask_of(std::string const& secret) {
  constexpr std::size_t shown = 4;
  constexpr std::size_t shortest = 12;
  return secret.size() < shortest ? "****" : "****" + secret.substr(secret.size() - shown);
}

/// As it stands between the quotes of JSON text.
std::string escaped_for_json(std::string const& value) {
  std::string const quoted = Json(value).dump(-1, ' ', false, Json::error_handler_t::replace);
  return quoted.substr(1, quoted.size() - 2);
}

/// As it stands in a JSON pointer (RFC 6901, section 3).
std::string escaped_for_pointer(std::string const& value) {
  return replaced_all(replaced_all(value, "~", "~0"), "/", "~1");
}

}  // namespace

std::string valid_utf8(std::string_view bytes) {
  nlohmann::json const text = std::string(bytes);
  return nlohmann::json::parse(text.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)).get<std::string>();
}

std::string printable_text(std::string_view bytes) {
  static RE2 const unprintable(
      R"([\x00-\x08\x0B-\x1F\x7F-\x{9F}\x{61C}\x{200E}\x{200F}\x{2028}-\x{202E}\x{2066}-\x{2069}])");
  std::string text = valid_utf8(bytes);
  RE2::GlobalReplace(&text, unprintable, " ");
  return text;
}

std::string one_line_excerpt(std::string_view bytes, std::size_t max_bytes) {
  std::string text = printable_text(bytes.substr(0, length_of_whole_characters(bytes, max_bytes)));
  std::replace_if(
      text.begin(), text.end(), [](char letter) { return letter == '\n' || letter == '\t'; }, ' ');
  return bytes.size() > max_bytes ? text + "…" : text;
}

std::string shortened_text(std::string text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  std::size_t const length = length_of_whole_characters(text, max_bytes);
  return fmt::format("{} … ({} more bytes)", text.substr(0, length), text.size() - length);
}

std::string replaced_all(std::string text, std::string_view from, std::string_view to) {
  if (from.empty()) return text;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string shown_name(std::string_view name) {
  constexpr std::size_t most_bytes = 200;
  return one_line_excerpt(name, most_bytes);
}

Secrets::Secrets(std::vector<std::string> const& values) {
  for (std::string const& value : values) {
    if (value.empty()) continue;
    for (std::string const& written : {value, escaped_for_pointer(value)}) {
      values_.push_back(written);
      values_.push_back(escaped_for_json(written));
    }
  }
  std::stable_sort(values_.begin(), values_.end(),
                   [](std::string const& one, std::string const& other) { return one.size() > other.size(); });
  values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
}

std::string Secrets::masked(std::string text) const {
  for (std::string const& secret : values_) text = replaced_all(std::move(text), secret, mask_of(secret));
  return text;
}

Json Secrets::masked_json(Json const& value) const {
  if (value.is_string()) return masked(value.get<std::string>());
  if (!value.is_structured()) return value;
  Json shown = value.is_array() ? Json::array() : Json::object();
  for (auto const& [key, member] : value.items()) {
    if (value.is_array())
      shown.push_back(masked_json(member));
    else
      shown[masked(key)] = masked_json(member);
  }
  return shown;
}

}  // namespace conformance

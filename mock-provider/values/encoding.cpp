#include "mock-provider/values/encoding.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace mock_provider::base64 {

namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string encoded(std::string_view bytes) {
  std::string result;
  for (std::size_t start = 0; start < bytes.size(); start += 3) {
    std::size_t const count = std::min<std::size_t>(3, bytes.size() - start);
    std::uint32_t group = 0;
    for (std::size_t index = 0; index < 3; ++index) {
      group = group * 256 + (index < count ? static_cast<unsigned char>(bytes[start + index]) : 0U);
    }
    for (std::size_t index = 0; index < 4; ++index) {
      result += index <= count ? alphabet[(group >> (18 - 6 * index)) % 64] : '=';
    }
  }
  return result;
}

std::optional<std::string> decoded(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t const padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::string result;
  std::uint32_t group = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t const value = at < text.size() - padding ? alphabet.find(text[at]) : 0;
    if (value == std::string_view::npos) return std::nullopt;
    group = group * 64 + static_cast<std::uint32_t>(value);
    if (at % 4 != 3) continue;
    for (unsigned shift : {16U, 8U, 0U}) result += static_cast<char>((group >> shift) & 0xFFU);
    group = 0;
  }
  result.resize(result.size() - padding);
  return result;
}

}  // namespace mock_provider::base64

namespace mock_provider {
namespace {

bool is_beyond_ascii(char byte) {
  return (static_cast<unsigned char>(byte) & 0x80U) != 0;
}

std::string escaped(std::string const& run) {
  std::string const quoted = nlohmann::json(run).dump(-1, ' ', true);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

std::string lower_ascii(std::string_view text) {
  std::string result(text);
  for (char& byte : result) byte = lower_ascii(byte);
  return result;
}

std::string escaped_letters(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_beyond_ascii(text[end])) ++end;
    if (end == at) {
      result += text[at++];
      continue;
    }
    std::string const run(text.substr(at, end - at));
    try {
      result += escaped(run);
    } catch (nlohmann::json::type_error const&) {
      result += run;
    }
    at = end;
  }
  return result;
}

}  // namespace mock_provider

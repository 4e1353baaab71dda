#include "cli/media_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

namespace prompty::cli {
namespace media_file {
namespace {

using Ending = std::pair<std::string_view, std::string_view>;

constexpr std::array<Ending, 14> media_types = {{{".png", "image/png"},
                                                 {".jpg", "image/jpeg"},
                                                 {".jpeg", "image/jpeg"},
                                                 {".gif", "image/gif"},
                                                 {".webp", "image/webp"},
                                                 {".wav", "audio/wav"},
                                                 {".mp3", "audio/mpeg"},
                                                 {".flac", "audio/flac"},
                                                 {".ogg", "audio/ogg"},
                                                 {".pdf", "application/pdf"},
                                                 {".json", "application/json"},
                                                 {".txt", "text/plain"},
                                                 {".md", "text/markdown"},
                                                 {".csv", "text/csv"}}};

std::string_view media_type_of(std::string_view path) {
  std::size_t const dot = path.rfind('.');
  std::string ending(dot == std::string_view::npos ? "" : path.substr(dot));
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  for (auto const& [known, media_type] : media_types) {
    if (ending == known) return media_type;
  }
  return "application/octet-stream";
}

}  // namespace
}  // namespace media_file

Json media_part(std::string_view kind, std::string_view path, std::string_view bytes) {
  std::string_view const media_type = media_file::media_type_of(path);
  std::string value = base64(bytes);
  if (kind != "audio") value = fmt::format("data:{};base64,{}", media_type, value);
  return Json{{"kind", kind}, {"value", std::move(value)}, {"mediaType", media_type}};
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string encoded;
  encoded.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::string_view const group = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t index = 0; index < 3; ++index) {
      bits = (bits << 8U) | (index < group.size() ? static_cast<unsigned char>(group[index]) : 0U);
    }
    for (std::size_t index = 0; index < 4; ++index) {
      encoded += index <= group.size() ? alphabet[(bits >> (18U - 6U * index)) & 0x3FU] : '=';
    }
  }
  return encoded;
}

}  // namespace prompty::cli

#include "mock-provider/providers/events.hpp"

#include <fmt/core.h>

#include <cctype>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::chunking {
namespace {

constexpr std::uint64_t longest_piece = 12;

bool goes_on(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

bool is_of_word(char byte) {
  unsigned char const value = static_cast<unsigned char>(byte);
  return value >= 0x80U || std::isalnum(value) != 0;
}

std::size_t end_of_characters(std::string_view text, std::size_t start, std::uint64_t count) {
  std::size_t end = start;
  for (std::uint64_t taken = 0; taken < count && end < text.size(); ++taken) {
    ++end;
    while (end < text.size() && goes_on(text[end])) ++end;
  }
  return end;
}

std::size_t end_of_word(std::string_view text, std::size_t start) {
  std::size_t end = start;
  while (end < text.size() && !is_of_word(text[end])) ++end;
  while (end < text.size() && is_of_word(text[end])) ++end;
  return end;
}

std::size_t end_of_piece(std::string_view text, std::size_t start, Chunking const& chunking) {
  switch (chunking.unit) {
    case Chunking::Unit::words:
      return end_of_word(text, start);
    case Chunking::Unit::characters:
      return end_of_characters(text, start, 1);
    case Chunking::Unit::seeded:
      return end_of_characters(text, start, deterministic::hash("piece", chunking.seed + start) % longest_piece + 1);
  }
  return text.size();
}

}  // namespace

std::vector<std::string> pieces(std::string_view text, Chunking const& chunking) {
  std::vector<std::string> result;
  for (std::size_t start = 0; start < text.size();) {
    std::size_t const end = end_of_piece(text, start, chunking);
    result.emplace_back(text.substr(start, end - start));
    start = end;
  }
  return result;
}

}  // namespace mock_provider::chunking

namespace mock_provider::event_frame {

std::string of_data(Json const& data) {
  return fmt::format("data: {}\n\n", json_text::dump(data));
}

std::string of_event(Json const& event) {
  return fmt::format("event: {}\ndata: {}\n\n", event.at("type").get_ref<std::string const&>(), json_text::dump(event));
}

std::string of_named(Json const& data) {
  bool const is_named = data.is_object() && data.contains("type") && data.at("type").is_string();
  return is_named ? of_event(data) : of_data(data);
}

}  // namespace mock_provider::event_frame

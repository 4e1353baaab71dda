#include "mock-provider/check/metadata_rules.hpp"

#include <fmt/core.h>

namespace mock_provider::metadata_rules {
namespace {

constexpr std::size_t most_pairs = 16;
constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_text = 512;

std::size_t characters_of(std::string const& text) {
  std::size_t count = 0;
  for (char const byte : text) count += (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U ? 0U : 1U;
  return count;
}

}  // namespace

void check(std::string_view rule, Json const& body, FindingList& findings) {
  Json const* const metadata = member(body, "metadata");
  if (metadata == nullptr || !metadata->is_object()) return;
  if (metadata->size() > most_pairs) {
    findings.add(rule, "/metadata", fmt::format("\"metadata\" may have {} pairs", most_pairs));
  }
  for (auto const& pair : metadata->items()) {
    bool const fits = characters_of(pair.key()) <= longest_name && pair.value().is_string() &&
                      characters_of(pair.value().get_ref<std::string const&>()) <= longest_text;
    if (fits) continue;
    findings.add(rule, json_text::child("/metadata", pair.key()),
                 fmt::format("metadata goes from names of {} characters to texts of {}", longest_name, longest_text));
  }
}

}  // namespace mock_provider::metadata_rules

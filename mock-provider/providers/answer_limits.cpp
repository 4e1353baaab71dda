#include "mock-provider/providers/answer_limits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace mock_provider::answer_limits {
namespace {

constexpr std::size_t bytes_of_token = 4;

std::vector<std::string> stop_sequences(Json const& request) {
  std::vector<std::string> sequences;
  for (std::string_view const name : {"stop", "stop_sequences"}) {
    Json const* const value = member(request, name);
    if (value == nullptr) continue;
    if (value->is_string()) sequences.push_back(value->get<std::string>());
    if (!value->is_array()) continue;
    for (Json const& element : *value) {
      if (element.is_string()) sequences.push_back(element.get<std::string>());
    }
  }
  std::erase(sequences, "");
  return sequences;
}

/// Cuts the text before the sequence that comes first.
void stop(Completion& said, std::vector<std::string> const& sequences) {
  std::size_t end = std::string::npos;
  for (std::string const& sequence : sequences) {
    std::size_t const at = said.text->find(sequence);
    if (at >= end) continue;
    end = at;
    said.stop_sequence = sequence;
  }
  if (said.stop_sequence) said.text->resize(end);
}

/// How many bytes the request allows; nothing when it sets no bound.
std::optional<std::size_t> most_bytes(Json const& request) {
  for (std::string_view const name : {"max_completion_tokens", "max_tokens", "max_output_tokens"}) {
    Json const* const value = member(request, name);
    if (value == nullptr || !value->is_number_integer()) continue;
    // More than any answer has, so that the product stays small.
    constexpr std::int64_t plenty = 1'000'000'000;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(value->get<std::int64_t>(), 0, plenty)) * bytes_of_token;
  }
  return std::nullopt;
}

void shorten(Completion& said, std::size_t most) {
  std::string& text = *said.text;
  if (text.size() <= most) return;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  text.resize(most);
  said.finish_reason = "length";
  said.stop_sequence.reset();
}

}  // namespace

Completion applied(Completion said, Json const& request) {
  bool const ends_as_it_says = said.finish_reason || said.bounds == Completion::Bounds::none;
  if (!said.text || ends_as_it_says) return said;
  stop(said, stop_sequences(request));
  if (std::optional<std::size_t> const most = most_bytes(request)) shorten(said, *most);
  return said;
}

std::size_t bytes_of(Completion const& said) {
  std::size_t bytes =
      said.text.value_or("").size() + said.refusal.value_or("").size() + said.reasoning.value_or("").size();
  for (ToolCall const& call : said.tool_calls) bytes += call.name.size() + call.arguments.size();
  return bytes;
}

std::int64_t tokens_of(Completion const& said) {
  return static_cast<std::int64_t>((bytes_of(said) + bytes_of_token - 1) / bytes_of_token);
}

}  // namespace mock_provider::answer_limits

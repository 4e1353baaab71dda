#include "mock-provider/check/finding.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mock-provider/values/encoding.hpp"

namespace mock_provider {
namespace {

/// Of a pointer and of a message: both can quote names that the request makes as long as it likes.
constexpr std::size_t longest_text = 1'000;

constexpr std::string_view blanks = " \t\r\n";

}  // namespace

void FindingList::add(std::string_view rule, std::string_view pointer, std::string_view message) {
  if (findings_.size() == most_findings) {
    ++left_out_;
    return;
  }
  findings_.push_back({.rule = std::string(rule),
                       .pointer = json_text::shortened(pointer, longest_text),
                       .message = json_text::shortened(message, longest_text)});
}

std::vector<Finding> FindingList::take() {
  if (left_out_ > 0) {
    findings_.back().message +=
        fmt::format(" (and {} more findings, left out: the mock keeps {} of a request)", left_out_, most_findings);
  }
  return std::move(findings_);
}

void FindingList::admit_only(std::string_view rule, Json const& object, std::string const& pointer,
                             std::span<std::string_view const> names) {
  for (auto const& entry : object.items()) {
    if (std::find(names.begin(), names.end(), entry.key()) != names.end()) continue;
    add(rule, json_text::child(pointer, entry.key()),
        fmt::format("\"{}\" is not known here; known are {}", entry.key(), fmt::join(names, ", ")));
  }
}

bool FindingList::require_text(std::string_view rule, Json const& object, std::string const& pointer,
                               std::string_view name) {
  Json const* const value = member(object, name);
  if (value != nullptr && value->is_string()) return true;
  std::string const got = value == nullptr ? "it is missing" : "it is " + json_text::excerpt(*value, 40);
  add(rule, json_text::child(pointer, name), fmt::format("\"{}\" must be a string; {}", name, got));
  return false;
}

void FindingList::text_if_there(std::string_view rule, Json const& object, std::string const& pointer,
                                std::string_view name) {
  if (member(object, name) != nullptr) require_text(rule, object, pointer, name);
}

void FindingList::one_of_if_there(std::string_view rule, Json const& object, std::string const& pointer,
                                  std::string_view name, std::span<std::string_view const> values) {
  Json const* const value = member(object, name);
  if (value == nullptr || value->is_null()) return;
  bool const known = value->is_string() &&
                     std::find(values.begin(), values.end(), value->get_ref<std::string const&>()) != values.end();
  if (known) return;
  add(rule, json_text::child(pointer, name),
      fmt::format("\"{}\" must be one of {}; got {}", name, fmt::join(values, ", "), json_text::excerpt(*value, 40)));
}

std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

bool mentions_json(Json const& value) {
  if (value.is_string()) return lower_ascii(value.get_ref<std::string const&>()).find("json") != std::string::npos;
  return value.is_structured() && std::any_of(value.begin(), value.end(), mentions_json);
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(blanks) == std::string_view::npos;
}

bool is_provider_name(Json const& value) {
  if (!value.is_string()) return false;
  std::string const& name = value.get_ref<std::string const&>();
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '_' || character == '-';
  });
}

}  // namespace mock_provider

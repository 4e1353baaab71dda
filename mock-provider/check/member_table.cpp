#include "mock-provider/check/member_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace mock_provider::metadata_rules {
namespace {

constexpr std::size_t most_pairs = 16;
constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_text = 512;

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

namespace mock_provider {
namespace {

std::string_view described(MemberKind kind) {
  switch (kind) {
    case MemberKind::text:
      return "a string";
    case MemberKind::boolean:
      return "a boolean";
    case MemberKind::integer:
      return "a whole number";
    case MemberKind::number:
      return "a number";
    case MemberKind::object:
      return "an object";
    case MemberKind::array:
      return "an array";
    case MemberKind::text_or_array:
      return "a string or an array";
    case MemberKind::text_or_object:
      return "a string or an object";
  }
  return "";
}

bool is_whole(Json const& value) {
  if (value.is_number_integer()) return true;
  return value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>();
}

bool has_kind(Json const& value, MemberKind kind) {
  switch (kind) {
    case MemberKind::text:
      return value.is_string();
    case MemberKind::boolean:
      return value.is_boolean();
    case MemberKind::integer:
      return is_whole(value);
    case MemberKind::number:
      return value.is_number();
    case MemberKind::object:
      return value.is_object();
    case MemberKind::array:
      return value.is_array();
    case MemberKind::text_or_array:
      return value.is_string() || value.is_array();
    case MemberKind::text_or_object:
      return value.is_string() || value.is_object();
  }
  return false;
}

std::string names_of(std::span<KnownMember const> table) {
  std::string names;
  for (KnownMember const& known : table) names.append(names.empty() ? "" : ", ").append(known.name);
  return names;
}

void check_member(KnownMember const& known, std::string const& pointer, Json const& value, MemberRules const& rules,
                  FindingList& findings) {
  if (value.is_null() && known.null == MemberNull::allowed) return;
  if (!has_kind(value, known.kind)) {
    findings.add(
        rules.type, pointer,
        fmt::format("\"{}\" must be {}; got {}", known.name, described(known.kind), json_text::excerpt(value, 40)));
    return;
  }
  if (!known.range) return;
  double const number = value.get<double>();
  if (number >= known.range->least && number <= known.range->most) return;
  std::string const wanted = known.range->most >= unbounded
                                 ? fmt::format("at least {}", known.range->least)
                                 : fmt::format("from {} to {}", known.range->least, known.range->most);
  findings.add(rules.range, pointer,
               fmt::format("\"{}\" must be {}; got {}", known.name, wanted, json_text::excerpt(value, 40)));
}

}  // namespace

void check_members(Json const& body, std::span<KnownMember const> table, MemberRules const& rules,
                   std::string_view request, FindingList& findings) {
  std::string names;
  for (auto const& entry : body.items()) {
    auto const known =
        std::find_if(table.begin(), table.end(), [&](KnownMember const& row) { return row.name == entry.key(); });
    if (known == table.end()) {
      if (names.empty()) names = names_of(table);
      findings.add(rules.unknown, json_text::child("", entry.key()),
                   fmt::format("\"{}\" is no member of {}; known are {}", entry.key(), request, names));
      continue;
    }
    check_member(*known, json_text::child("", entry.key()), entry.value(), rules, findings);
  }
}

void check_known_members(Json const& object, std::string const& pointer, std::span<KnownMember const> table,
                         MemberRules const& rules, FindingList& findings) {
  for (KnownMember const& known : table) {
    Json const* const value = member(object, known.name);
    if (value != nullptr) check_member(known, json_text::child(pointer, known.name), *value, rules, findings);
  }
}

}  // namespace mock_provider

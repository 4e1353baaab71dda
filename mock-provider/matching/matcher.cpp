#include "mock-provider/matching/matcher.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conformance {
namespace {

struct NamedMatcher {
  std::string_view key;
  Matcher matcher;
};

constexpr NamedMatcher matchers[] = {
    {"$absent", Matcher::absent},      {"$optional", Matcher::optional},   {"$type", Matcher::type},
    {"$match", Matcher::match},        {"$json", Matcher::json},           {"$oneOf", Matcher::one_of},
    {"$subset", Matcher::subset},      {"$unordered", Matcher::unordered}, {"$trimEnd", Matcher::trim_end},
    {"$nonEmpty", Matcher::non_empty}, {"$literal", Matcher::literal}};

constexpr std::string_view type_names[] = {"string", "integer", "number", "boolean", "null", "array", "object"};

std::string escape_pointer_token(std::string_view token) {
  std::string escaped;
  for (char const letter : token) {
    if (letter == '~')
      escaped += "~0";
    else if (letter == '/')
      escaped += "~1";
    else
      escaped += letter;
  }
  return escaped;
}

}  // namespace

std::optional<Matcher> matcher_named(std::string_view key) {
  auto const found = std::find_if(std::begin(matchers), std::end(matchers),
                                  [key](NamedMatcher const& named) { return named.key == key; });
  if (found == std::end(matchers)) return std::nullopt;
  return found->matcher;
}

bool has_dollar_key(Json const& value) {
  if (!value.is_object()) return false;
  for (auto const& member : value.items()) {
    if (!member.key().empty() && member.key().front() == '$') return true;
  }
  return false;
}

bool is_matcher(Json const& value, std::string_view key) {
  return value.is_object() && value.size() == 1 && value.contains(key);
}

bool is_absent_matcher(Json const& expectation) {
  return is_matcher(expectation, "$absent");
}

bool is_optional_matcher(Json const& expectation) {
  return is_matcher(expectation, "$optional");
}

bool is_type_name(std::string_view name) {
  return std::find(std::begin(type_names), std::end(type_names), name) != std::end(type_names);
}

std::string child(std::string const& pointer, std::string_view key) {
  return pointer + "/" + escape_pointer_token(key);
}
std::string child(std::string const& pointer, std::size_t index) {
  return pointer + "/" + std::to_string(index);
}

}  // namespace conformance

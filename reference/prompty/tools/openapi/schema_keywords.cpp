#include "prompty/tools/openapi/schema_keywords.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace prompty::openapi::schema_keywords {
namespace {

constexpr std::size_t characters_per_value = 100;

std::map<std::string_view, Nature> const& natures() {
  static std::map<std::string_view, Nature> const table = {{"type", Nature::value},
                                                           {"enum", Nature::value},
                                                           {"const", Nature::value},
                                                           {"title", Nature::value},
                                                           {"description", Nature::value},
                                                           {"default", Nature::value},
                                                           {"format", Nature::value},
                                                           {"multipleOf", Nature::value},
                                                           {"minimum", Nature::value},
                                                           {"maximum", Nature::value},
                                                           {"minLength", Nature::value},
                                                           {"maxLength", Nature::value},
                                                           {"pattern", Nature::value},
                                                           {"minItems", Nature::value},
                                                           {"maxItems", Nature::value},
                                                           {"uniqueItems", Nature::value},
                                                           {"minProperties", Nature::value},
                                                           {"maxProperties", Nature::value},
                                                           {"required", Nature::value},
                                                           {"exclusiveMinimum", Nature::limit},
                                                           {"exclusiveMaximum", Nature::limit},
                                                           {"items", Nature::schema},
                                                           {"additionalProperties", Nature::schema},
                                                           {"not", Nature::schema},
                                                           {"contains", Nature::schema},
                                                           {"propertyNames", Nature::schema},
                                                           {"if", Nature::schema},
                                                           {"then", Nature::schema},
                                                           {"else", Nature::schema},
                                                           {"allOf", Nature::schemas_in_list},
                                                           {"anyOf", Nature::schemas_in_list},
                                                           {"oneOf", Nature::schemas_in_list},
                                                           {"properties", Nature::schemas_by_name}};
  return table;
}

bool is_text_list(Json const& value) {
  return value.is_array() && !value.empty() &&
         std::all_of(value.begin(), value.end(), [](Json const& element) { return element.is_string(); });
}

bool is_type(Json const& value) {
  for (char const* const name : {"string", "number", "integer", "boolean", "array", "object", "null"}) {
    if (value == name) return true;
  }
  return false;
}

/// Whether engines without backtracking have it too: no look-around, no references to groups, no large counts.
bool is_portable(std::string const& pattern) {
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    char const next = at + 1 < pattern.size() ? pattern[at + 1] : '\0';
    if (pattern[at] == '\\') {
      bool const is_known = std::string_view("dDwWsSbBtnrfv").find(next) != std::string_view::npos;
      bool const is_letter_or_digit =
          (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || (next >= '0' && next <= '9');
      if (next == '\0' || (is_letter_or_digit && !is_known)) return false;
      ++at;
      continue;
    }
    if (pattern[at] == '(' && next == '?' && pattern.compare(at, 3, "(?:") != 0) return false;
    if (pattern[at] == '{' && pattern.find('}', at) > at + 8) return false;
  }
  return true;
}

std::optional<Json> usable_type(Json const& value) {
  if (value.is_string()) return is_type(value) ? std::optional<Json>(value) : std::nullopt;
  if (!is_text_list(value) || !std::all_of(value.begin(), value.end(), is_type)) return std::nullopt;
  return value;
}

std::optional<Json> when(bool is_usable, Json const& value) {
  return is_usable ? std::optional<Json>(value) : std::nullopt;
}

bool is_count(Json const& value) {
  return value.is_number_integer() && (value.is_number_unsigned() || value.get<std::int64_t>() >= 0);
}

}  // namespace

Nature nature_of(std::string_view keyword) {
  std::map<std::string_view, Nature>::const_iterator const found = natures().find(keyword);
  return found == natures().end() ? Nature::useless : found->second;
}

std::optional<Json> usable_value(std::string_view keyword, Json const& value) {
  if (keyword == "type") return usable_type(value);
  if (keyword == "enum") return when(value.is_array() && !value.empty(), value);
  if (keyword == "required") return when(is_text_list(value), value);
  if (keyword == "pattern") return when(value.is_string() && is_portable(value.get<std::string>()), value);
  if (keyword == "title" || keyword == "description" || keyword == "format") return when(value.is_string(), value);
  if (keyword == "minimum" || keyword == "maximum") return when(value.is_number(), value);
  if (keyword == "multipleOf") return when(value.is_number() && value > 0, value);
  if (keyword == "uniqueItems") return when(value.is_boolean(), value);
  if (keyword == "default" || keyword == "const") return value;
  return when(is_count(value), value);
}

std::size_t cost(Json const& value) {
  if (value.is_string()) return 1 + value.get_ref<std::string const&>().size() / characters_per_value;
  std::size_t sum = 1;
  if (!value.is_structured()) return sum;
  for (Json const& part : value) sum += cost(part);
  return sum;
}

void put_limit(Json& result, std::string_view keyword, Json const& schema) {
  Json const& limit = schema.at(std::string(keyword));
  std::string const name(keyword);
  if (limit.is_number()) result[name] = limit;
  std::string const inclusive = keyword == "exclusiveMinimum" ? "minimum" : "maximum";
  if (limit != true || !schema.contains(inclusive) || !schema[inclusive].is_number()) return;
  result[name] = schema[inclusive];
}

Json with_null(Node const& schema, Json result) {
  // The limit that has become exclusive may stand before or behind the keyword that says so.
  for (char const* const keyword : {"Minimum", "Maximum"}) {
    std::string const exclusive = std::string("exclusive") + keyword;
    if (schema.value->contains(exclusive) && (*schema.value)[exclusive] == true) {
      result.erase(exclusive == "exclusiveMinimum" ? "minimum" : "maximum");
    }
  }
  if (!schema.value->contains("nullable") || (*schema.value)["nullable"] != true) return result;
  if (!result.contains("type") || !result["type"].is_string()) {
    return Json{{"anyOf", Json::array({std::move(result), Json{{"type", "null"}}})}};
  }
  result["type"] = Json::array({result["type"], "null"});
  if (result.contains("enum") &&
      std::find(result["enum"].begin(), result["enum"].end(), nullptr) == result["enum"].end()) {
    result["enum"].push_back(nullptr);
  }
  return result;
}

Json type_alone(Node const& schema) {
  Json result = Json::object();
  if (!schema.value->is_object() || !schema.value->contains("type")) return result;
  if (std::optional<Json> const type = usable_value("type", (*schema.value)["type"])) result["type"] = *type;
  return result;
}

}  // namespace prompty::openapi::schema_keywords

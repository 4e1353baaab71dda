#include "prompty/tools/openapi/schema.hpp"

#include <algorithm>
#include <set>

namespace prompty::openapi {
namespace {

constexpr std::size_t characters_per_value = 100;

/// What a keyword holds. A `limit` is exclusiveMinimum or exclusiveMaximum, whose meaning differs between versions.
enum class Nature : std::uint8_t { value, schema, schemas_in_list, schemas_by_name, limit, ignored };

Nature nature_of(std::string_view keyword) {
  static std::map<Nature, std::set<std::string_view>> const keywords = {
      {Nature::value,
       {"type", "enum", "const", "title", "description", "default", "format", "multipleOf", "minimum", "maximum",
        "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
        "required"}},
      {Nature::limit, {"exclusiveMinimum", "exclusiveMaximum"}},
      {Nature::schema, {"items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else"}},
      {Nature::schemas_in_list, {"allOf", "anyOf", "oneOf"}},
      {Nature::schemas_by_name, {"properties"}}};
  for (auto const& [nature, names] : keywords) {
    if (names.contains(keyword)) return nature;
  }
  return Nature::ignored;
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

/// Whether engines without backtracking support it: no look-around, no back-references, no large counts.
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

/// The value for JSON Schema; nothing when it is invalid there, or a pattern that not all engines support.
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

/// How many values a value counts for; long text counts for more than one.
std::size_t cost(Json const& value) {
  if (value.is_string()) return 1 + value.get_ref<std::string const&>().size() / characters_per_value;
  std::size_t sum = 1;
  if (!value.is_structured()) return sum;
  for (Json const& part : value) sum += cost(part);
  return sum;
}

/// Copies a limit: a number as it is; `true` makes `minimum` or `maximum` exclusive.
void put_limit(Json& result, std::string const& keyword, Json const& schema) {
  Json const& limit = schema.at(keyword);
  if (limit.is_number()) result[keyword] = limit;
  std::string const inclusive = keyword == "exclusiveMinimum" ? "minimum" : "maximum";
  if (limit != true || !schema.contains(inclusive) || !schema[inclusive].is_number()) return;
  result[keyword] = schema[inclusive];
}

/// Removes the limits that have become exclusive, and allows null where `schema` is nullable.
Json finished(Node const& schema, Json result) {
  // The limit may stand before or behind the keyword that makes it exclusive.
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

/// What is left of a schema that is not followed.
Json type_alone(Node const& schema) {
  Json result = Json::object();
  if (!schema.value->is_object() || !schema.value->contains("type")) return result;
  if (std::optional<Json> const type = usable_value("type", (*schema.value)["type"])) result["type"] = *type;
  return result;
}

}  // namespace

/// The conversion of one schema to JSON Schema, with the references that are being replaced.
class SchemaReader::Conversion {
 public:
  explicit Conversion(SchemaReader& reader) : reader_(reader) {}

  Json read(Node const& schema, std::size_t depth) {
    if (schema.value->is_boolean()) return *schema.value;
    if (!schema.value->is_object()) specification().refuse(schema, "must be a schema: an object, true or false");
    if (schema.value->contains("$ref")) return read_reference(schema, depth);
    if (depth > reader_.limits_.depth || !spend(1 + schema.value->size())) return cut(schema);
    return finished(schema, read_keywords(schema, depth));
  }

 private:
  [[nodiscard]] Specification const& specification() const { return reader_.specification_; }

  bool spend(std::size_t values) {
    if (values > reader_.left_ || values > reader_.left_for_operation_) return false;
    reader_.left_ -= values;
    reader_.left_for_operation_ -= values;
    return true;
  }

  Json cut(Node const& schema) {
    ++omissions_;
    return type_alone(schema);
  }

  Json read_reference(Node const& schema, std::size_t depth) {
    Json const& reference = (*schema.value)["$ref"];
    if (!reference.is_string()) specification().refuse(schema, "has a $ref that is no text");
    if (depth > reader_.limits_.depth || !spend(1)) return cut({.value = &nothing_, .place = schema.place});
    Node const target = specification().target(reference.get<std::string>(), schema.place);
    if (!expanding_.insert(target.value).second) return cut(target);
    Json read_target = read(target, depth + 1);
    expanding_.erase(target.value);
    // Of the keywords beside a reference, descriptions are common.
    std::optional<Node> const description = specification().written_member(schema, "description");
    if (description && description->value->is_string() && read_target.is_object()) {
      read_target["description"] = *description->value;
    }
    return read_target;
  }

  Json read_keywords(Node const& schema, std::size_t depth) {
    Json result = Json::object();
    for (auto const& [name, value] : schema.value->items()) {
      Node const written{.value = &value, .place = below(schema.place, name)};
      switch (nature_of(name)) {
        case Nature::value:
          put(result, name, usable_value(name, value));
          break;
        case Nature::schema:
          put_schema(result, name, written, depth);
          break;
        case Nature::schemas_in_list:
          put_list(result, name, written, depth);
          break;
        case Nature::schemas_by_name:
          put_map(result, name, written, depth);
          break;
        case Nature::limit:
          put_limit(result, name, *schema.value);
          break;
        case Nature::ignored:
          break;
      }
    }
    drop_read_only(schema, result);
    return result;
  }

  void put(Json& result, std::string const& name, std::optional<Json> value) {
    if (value && spend(cost(*value))) {
      result[name] = std::move(*value);
    } else {
      ++omissions_;
    }
  }

  /// An incomplete schema accepts more, so that as `not` or `if` it would reject valid values.
  void put_schema(Json& result, std::string const& keyword, Node const& schema, std::size_t depth) {
    std::size_t const omissions = omissions_;
    Json inner = read(schema, depth + 1);
    bool const is_condition = keyword == "not" || keyword == "if";
    if (!is_condition || omissions == omissions_) result[keyword] = std::move(inner);
  }

  void put_list(Json& result, std::string const& keyword, Node const& list, std::size_t depth) {
    if (!list.value->is_array()) specification().refuse(list, "must be a list of schemas");
    if (list.value->empty()) return;
    if (!spend(list.value->size())) {
      ++omissions_;
      return;
    }
    std::size_t const omissions = omissions_;
    Json read_list = Json::array();
    for (std::size_t at = 0; at < list.value->size(); ++at) {
      read_list.push_back(
          read({.value = &(*list.value)[at], .place = below(list.place, std::to_string(at))}, depth + 1));
    }
    // Several incomplete alternatives may match at once.
    bool const is_incomplete = keyword == "oneOf" && omissions != omissions_;
    if (!is_incomplete) {
      result[keyword] = std::move(read_list);
    } else if (!result.contains("anyOf")) {
      result["anyOf"] = std::move(read_list);
    }
  }

  void put_map(Json& result, std::string const& keyword, Node const& map, std::size_t depth) {
    if (!map.value->is_object()) specification().refuse(map, "must be an object of schemas");
    if (!spend(map.value->size())) {
      ++omissions_;
      return;
    }
    Json read_map = Json::object();
    for (auto const& [name, value] : map.value->items()) {
      read_map[name] = read({.value = &value, .place = below(map.place, name)}, depth + 1);
    }
    result[keyword] = std::move(read_map);
  }

  [[nodiscard]] bool is_read_only(Node const& property) const {
    Node const found = specification().resolved(property);
    return found.value->is_object() && found.value->contains("readOnly") && (*found.value)["readOnly"] == true;
  }

  /// A request must not have properties that only answers have.
  void drop_read_only(Node const& schema, Json& result) {
    std::optional<Node> const properties = specification().written_member(schema, "properties");
    if (!properties || !result.contains("properties")) return;
    for (auto const& [name, value] : properties->value->items()) {
      if (!is_read_only({.value = &value, .place = below(properties->place, name)})) continue;
      remove_property(result, name);
      ++omissions_;
    }
  }

  SchemaReader& reader_;
  Json const nothing_ = Json::object();
  std::set<Json const*> expanding_;
  /// How many restrictions of values were left out.
  std::size_t omissions_ = 0;
};

SchemaReader::SchemaReader(Specification const& specification, SchemaLimits limits)
    : specification_(specification),
      limits_(limits),
      left_(limits.values),
      left_for_operation_(limits.values_per_operation) {}

void SchemaReader::begin_operation() {
  left_for_operation_ = limits_.values_per_operation;
}

Json SchemaReader::read(Node const& schema) {
  return Conversion(*this).read(schema, 0);
}

void remove_property(Json& schema, std::string const& name) {
  schema["properties"].erase(name);
  if (!schema.contains("required")) return;
  Json& required = schema["required"];
  required.erase(std::remove(required.begin(), required.end(), Json(name)), required.end());
  if (required.empty()) schema.erase("required");
}

}  // namespace prompty::openapi

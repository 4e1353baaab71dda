#include "prompty/tools/openapi/document.hpp"

#include <algorithm>
#include <set>

#include "prompty/core/utf8.hpp"
#include "prompty/typed/json_reader.hpp"

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

/// Whether it is a list, not an empty one, of what the predicate holds for.
bool is_list_of(Json const& value, bool (*predicate)(Json const& element)) {
  return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), predicate);
}

bool is_text(Json const& value) {
  return value.is_string();
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
      if (next == '\0' || (utf8::is_letter_or_digit(next) && !is_known)) return false;
      ++at;
      continue;
    }
    if (pattern[at] == '(' && next == '?' && pattern.compare(at, 3, "(?:") != 0) return false;
    if (pattern[at] == '{' && pattern.find('}', at) > at + 8) return false;
  }
  return true;
}

/// Whether JSON Schema takes the value, and for a pattern whether all engines support it.
bool is_usable(std::string_view keyword, Json const& value) {
  if (keyword == "type") return is_type(value) || is_list_of(value, is_type);
  if (keyword == "enum") return value.is_array() && !value.empty();
  if (keyword == "required") return is_list_of(value, is_text);
  if (keyword == "pattern") return value.is_string() && is_portable(value.get<std::string>());
  if (keyword == "title" || keyword == "description" || keyword == "format") return value.is_string();
  if (keyword == "minimum" || keyword == "maximum") return value.is_number();
  if (keyword == "multipleOf") return value.is_number() && value > 0;
  if (keyword == "uniqueItems") return value.is_boolean();
  if (keyword == "default" || keyword == "const") return true;
  // What is left are counts.
  return value.is_number_integer() && (value.is_number_unsigned() || value.get<std::int64_t>() >= 0);
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
  Json const& inclusive = member_of(schema, keyword == "exclusiveMinimum" ? "minimum" : "maximum");
  if (limit == true && inclusive.is_number()) result[keyword] = inclusive;
}

/// Removes the limits that have become exclusive, and allows null where `schema` is nullable.
Json finished(Json const& schema, Json result) {
  // The limit may stand before or behind the keyword that makes it exclusive.
  if (member_of(schema, "exclusiveMinimum") == true) result.erase("minimum");
  if (member_of(schema, "exclusiveMaximum") == true) result.erase("maximum");
  if (member_of(schema, "nullable") != true) return result;
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

/// Providers refuse the whole request for one array that says nothing of its items, which 3.1 allows.
Json with_items(Json schema) {
  Json const& type = member_of(schema, "type");
  bool const is_list = type.is_array() && std::find(type.begin(), type.end(), "array") != type.end();
  bool const is_array = type == "array" || is_list;
  if (is_array && !member_of(schema, "items").is_object() && member_of(schema, "items") != false) {
    schema["items"] = Json::object();
  }
  return schema;
}

/// What is left of a schema that is not followed.
Json type_alone(Json const& schema) {
  Json const& type = member_of(schema, "type");
  return is_usable("type", type) ? with_items(Json{{"type", type}}) : Json::object();
}

/// The conversion of one schema to JSON Schema, with the references that are being replaced.
class Conversion {
 public:
  explicit Conversion(SchemaBudget& budget) : budget_(budget) {}

  Json read(Node const& schema, std::size_t depth) {
    if (schema.value->is_boolean()) return *schema.value;
    if (!schema.value->is_object()) schema.refuse("must be a schema: an object, true or false");
    if (schema.value->contains("$ref")) return read_reference(schema, depth);
    if (depth > budget_.limits.depth || !spend(1 + schema.value->size())) return cut(*schema.value);
    return finished(*schema.value, read_keywords(schema, depth));
  }

 private:
  bool spend(std::size_t values) {
    if (values > budget_.left || values > budget_.left_for_operation) return false;
    budget_.left -= values;
    budget_.left_for_operation -= values;
    return true;
  }

  Json cut(Json const& schema) {
    ++omissions_;
    return type_alone(schema);
  }

  Json read_reference(Node const& schema, std::size_t depth) {
    Json const& reference = (*schema.value)["$ref"];
    if (!reference.is_string()) schema.refuse("has a $ref that is no text");
    if (depth > budget_.limits.depth || !spend(1)) return cut(Json::object());
    Node const target = schema.target(reference.get<std::string>());
    if (!expanding_.insert(target.value).second) return cut(*target.value);
    Json read_target = read(target, depth + 1);
    expanding_.erase(target.value);
    // Of the keywords beside a reference, descriptions are common.
    Json const& description = member_of(*schema.value, "description");
    if (description.is_string() && read_target.is_object()) read_target["description"] = description;
    return read_target;
  }

  Json read_keywords(Node const& schema, std::size_t depth) {
    Json result = Json::object();
    for (auto const& [name, value] : schema.value->items()) {
      Nature const nature = nature_of(name);
      Node const written = schema.part(name, value);
      if (nature == Nature::value) put(result, name, value);
      if (nature == Nature::limit) put_limit(result, name, *schema.value);
      if (nature == Nature::schema) put_schema(result, name, written, depth);
      if (nature == Nature::schemas_in_list) put_list(result, name, written, depth);
      if (nature == Nature::schemas_by_name) put_map(result, name, written, depth);
    }
    put_tuple(result, schema, depth);
    drop_read_only(schema, result);
    return with_items(std::move(result));
  }

  /// Elements that are described one by one become any of them, in any order, and anything where more may follow: not
  /// every provider knows `prefixItems`.
  void put_tuple(Json& result, Node const& schema, std::size_t depth) {
    std::optional<Node> const prefix = schema.written_member("prefixItems");
    if (!prefix) return;
    if (!prefix->value->is_array()) prefix->refuse("must be a list of schemas");
    ++omissions_;
    Json elements = read_each(*prefix, depth);
    Json const& rest = member_of(*schema.value, "items");
    Json const& most = member_of(*schema.value, "maxItems");
    bool const has_end = most.is_number_unsigned() && most <= prefix->value->size();
    if (elements.is_null() || elements.empty() || !(has_end || rest == false || rest.is_object())) {
      result["items"] = Json::object();
      return;
    }
    if (rest.is_object() && !has_end) elements.push_back(result["items"]);
    result["items"] = Json{{"anyOf", std::move(elements)}};
  }

  void put(Json& result, std::string const& name, Json const& value) {
    if (is_usable(name, value) && spend(cost(value))) {
      result[name] = value;
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
    if (!list.value->is_array()) list.refuse("must be a list of schemas");
    if (list.value->empty()) return;
    std::size_t const omissions = omissions_;
    Json read_list = read_each(list, depth);
    if (read_list.is_null()) return;
    // Several incomplete alternatives may match at once.
    bool const is_incomplete = keyword == "oneOf" && omissions != omissions_;
    if (!is_incomplete) {
      result[keyword] = std::move(read_list);
    } else if (!result.contains("anyOf")) {
      result["anyOf"] = std::move(read_list);
    }
  }

  void put_map(Json& result, std::string const& keyword, Node const& map, std::size_t depth) {
    if (!map.value->is_object()) map.refuse("must be an object of schemas");
    Json read_map = read_each(map, depth);
    if (!read_map.is_null()) result[keyword] = std::move(read_map);
  }

  /// The schemas in a list or an object; null when they are too many.
  Json read_each(Node const& schemas, std::size_t depth) {
    if (!spend(schemas.value->size())) {
      ++omissions_;
      return nullptr;
    }
    Json each(schemas.value->type());
    for (auto const& [name, value] : schemas.value->items()) {
      Json inner = read(schemas.part(name, value), depth + 1);
      if (each.is_array()) {
        each.push_back(std::move(inner));
      } else {
        each[name] = std::move(inner);
      }
    }
    return each;
  }

  /// A request must not have properties that only answers have.
  void drop_read_only(Node const& schema, Json& result) {
    std::optional<Node> const properties = schema.written_member("properties");
    if (!properties || !result.contains("properties")) return;
    for (auto const& [name, value] : properties->value->items()) {
      if (member_of(*properties->part(name, value).resolved().value, "readOnly") != true) continue;
      remove_property(result, name);
      ++omissions_;
    }
  }

  SchemaBudget& budget_;
  std::set<Json const*> expanding_;
  /// How many restrictions of values were left out.
  std::size_t omissions_ = 0;
};

}  // namespace

Json json_schema_of(Node const& schema, SchemaBudget& budget) {
  return Conversion(budget).read(schema, 0);
}

void remove_property(Json& schema, std::string const& name) {
  schema["properties"].erase(name);
  if (!schema.contains("required")) return;
  Json& required = schema["required"];
  required.erase(std::remove(required.begin(), required.end(), Json(name)), required.end());
  if (required.empty()) schema.erase("required");
}

}  // namespace prompty::openapi

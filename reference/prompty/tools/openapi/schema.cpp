#include "prompty/tools/openapi/schema.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prompty/tools/openapi/schema_keywords.hpp"

namespace prompty::openapi {

/// One schema on its way to JSON Schema, with the references that are being replaced.
class SchemaReader::Descent {
 public:
  explicit Descent(SchemaReader& reader) : reader_(reader) {}

  Json read(Node const& schema, std::size_t depth) {
    if (schema.value->is_boolean()) return *schema.value;
    if (!schema.value->is_object()) specification().refuse(schema, "must be a schema: an object, true or false");
    if (schema.value->contains("$ref")) return read_reference(schema, depth);
    if (depth > reader_.limits_.depth || !pay(1 + schema.value->size())) return cut(schema);
    return schema_keywords::with_null(schema, read_keywords(schema, depth));
  }

 private:
  [[nodiscard]] Specification const& specification() const { return reader_.specification_; }

  bool pay(std::size_t values) {
    if (values > reader_.left_ || values > reader_.left_for_operation_) return false;
    reader_.left_ -= values;
    reader_.left_for_operation_ -= values;
    return true;
  }

  Json cut(Node const& schema) {
    ++losses_;
    return schema_keywords::type_alone(schema);
  }

  Json read_reference(Node const& schema, std::size_t depth) {
    Json const& reference = (*schema.value)["$ref"];
    if (!reference.is_string()) specification().refuse(schema, "has a $ref that is no text");
    if (depth > reader_.limits_.depth || !pay(1)) return cut({.value = &nothing_, .place = schema.place});
    Node const target = specification().target(reference.get<std::string>(), schema.place);
    if (!open_.insert(target.value).second) return cut(target);
    Json read_target = read(target, depth + 1);
    open_.erase(target.value);
    // Of what may stand beside a reference, descriptions are common.
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
      switch (schema_keywords::nature_of(name)) {
        case schema_keywords::Nature::value:
          put(result, name, schema_keywords::usable_value(name, value));
          break;
        case schema_keywords::Nature::schema:
          put_schema(result, name, written, depth);
          break;
        case schema_keywords::Nature::schemas_in_list:
          put_list(result, name, written, depth);
          break;
        case schema_keywords::Nature::schemas_by_name:
          put_map(result, name, written, depth);
          break;
        case schema_keywords::Nature::limit:
          schema_keywords::put_limit(result, name, *schema.value);
          break;
        case schema_keywords::Nature::useless:
          break;
      }
    }
    drop_read_only(schema, result);
    return result;
  }

  void put(Json& result, std::string const& name, std::optional<Json> value) {
    if (value && pay(schema_keywords::cost(*value))) {
      result[name] = std::move(*value);
    } else {
      ++losses_;
    }
  }

  /// A schema that lost something allows more than before, so that one that must not hold, or decides whether another
  /// one counts, would refuse what is right.
  void put_schema(Json& result, std::string const& keyword, Node const& schema, std::size_t depth) {
    std::size_t const losses = losses_;
    Json inner = read(schema, depth + 1);
    bool const is_condition = keyword == "not" || keyword == "if";
    if (!is_condition || losses == losses_) result[keyword] = std::move(inner);
  }

  void put_list(Json& result, std::string const& keyword, Node const& list, std::size_t depth) {
    if (!list.value->is_array()) specification().refuse(list, "must be a list of schemas");
    if (list.value->empty()) return;
    if (!pay(list.value->size())) {
      ++losses_;
      return;
    }
    std::size_t const losses = losses_;
    Json read_list = Json::array();
    for (std::size_t at = 0; at < list.value->size(); ++at) {
      read_list.push_back(
          read({.value = &(*list.value)[at], .place = below(list.place, std::to_string(at))}, depth + 1));
    }
    // Alternatives that lost what tells them apart may all hold at once.
    bool const is_blurred = keyword == "oneOf" && losses != losses_;
    if (!is_blurred) {
      result[keyword] = std::move(read_list);
    } else if (!result.contains("anyOf")) {
      result["anyOf"] = std::move(read_list);
    }
  }

  void put_map(Json& result, std::string const& keyword, Node const& map, std::size_t depth) {
    if (!map.value->is_object()) specification().refuse(map, "must be an object of schemas");
    if (!pay(map.value->size())) {
      ++losses_;
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

  /// A request does not hold them, so that it cannot be asked to either.
  void drop_read_only(Node const& schema, Json& result) {
    std::optional<Node> const properties = specification().written_member(schema, "properties");
    if (!properties || !result.contains("properties")) return;
    for (auto const& [name, value] : properties->value->items()) {
      if (!is_read_only({.value = &value, .place = below(properties->place, name)})) continue;
      result["properties"].erase(name);
      ++losses_;
      if (!result.contains("required")) continue;
      Json& required = result["required"];
      required.erase(std::remove(required.begin(), required.end(), Json(name)), required.end());
      if (required.empty()) result.erase("required");
    }
  }

  SchemaReader& reader_;
  Json const nothing_ = Json::object();
  std::set<Json const*> open_;
  /// How often something was left out that restricts values.
  std::size_t losses_ = 0;
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
  return Descent(*this).read(schema, 0);
}

}  // namespace prompty::openapi

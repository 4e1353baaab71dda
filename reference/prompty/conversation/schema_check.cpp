#include "prompty/conversation/schema_check.hpp"

#include <re2/re2.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

#include "prompty/conversation/errors.hpp"
#include "prompty/conversation/schema_walk.hpp"

namespace prompty::conversation {
namespace schema_check {
namespace {

bool is_unsupported(std::string_view keyword) {
  for (std::string_view const name :
       {"unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains", "$dynamicRef", "$recursiveRef"}) {
    if (keyword == name) return true;
  }
  return false;
}

class Checker {
 public:
  Checker(std::string const& tool, Json const& root) : tool_(tool), root_(root) {}

  void check(Json const& schema, std::string const& place) {
    if (!schema.is_object()) return;
    check_keywords(schema, place);
    std::set<Json const*> on_path;
    follow(schema, place, on_path);
    schema_walk::for_each_inner(
        schema, place, [&](Json const& inner, std::string const& inner_place, auto) { check(inner, inner_place); });
  }

 private:
  void check_keywords(Json const& schema, std::string const& place) const {
    for (auto const& [name, value] : schema.items()) {
      if (is_unsupported(name)) throw errors::schema_keyword_unsupported(tool_, place, name);
      if (name == "pattern" && value.is_string()) check_pattern(value.get<std::string>(), place);
      if (name != "patternProperties" || !value.is_object()) continue;
      for (auto const& [pattern, inner] : value.items()) check_pattern(pattern, place);
    }
  }

  void check_pattern(std::string const& pattern, std::string const& place) const {
    RE2 const compiled(pattern, RE2::Quiet);
    if (!compiled.ok()) throw errors::schema_pattern_unsupported(tool_, place, pattern, compiled.error());
  }

  /// Goes along the schemas that speak about one value; coming back to one of them means to go on forever.
  void follow(Json const& schema, std::string const& place, std::set<Json const*>& on_path) {
    if (!schema.is_object() || done_.contains(&schema)) return;
    if (!on_path.insert(&schema).second) throw errors::schema_reference_circular(tool_, place);
    if (schema.contains("$ref")) follow(target_of(schema["$ref"], place), place, on_path);
    schema_walk::for_each_inner(schema, place,
                                [&](Json const& inner, std::string const& inner_place, schema_walk::Subject subject) {
                                  if (subject == schema_walk::Subject::same_value) follow(inner, inner_place, on_path);
                                });
    on_path.erase(&schema);
    done_.insert(&schema);
  }

  Json const& target_of(Json const& reference, std::string const& place) const {
    std::string const text = reference.is_string() ? reference.get<std::string>() : reference.dump();
    if (text == "#") return root_;
    if (!text.starts_with("#/")) throw errors::schema_reference_unknown(tool_, place, text);
    try {
      return root_.at(Json::json_pointer(text.substr(1)));
    } catch (Json::exception const&) {
      throw errors::schema_reference_unknown(tool_, place, text);
    }
  }

  std::string const& tool_;
  Json const& root_;
  std::set<Json const*> done_;
};

}  // namespace
}  // namespace schema_check

void check_schema(std::string const& tool, Json const& schema) {
  schema_check::Checker(tool, schema).check(schema, "");
}

}  // namespace prompty::conversation

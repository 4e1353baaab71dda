#include "prompty/conversation/schema_walk.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace prompty::conversation::schema_walk {
namespace {

/// What the schemas under a keyword are about.
enum class Holds { schemas_about_same, schemas_about_parts };

struct Keyword {
  std::string_view name;
  Holds holds;
  bool is_map;
};

constexpr std::array<Keyword, 19> keywords = {{{"allOf", Holds::schemas_about_same, false},
                                               {"anyOf", Holds::schemas_about_same, false},
                                               {"oneOf", Holds::schemas_about_same, false},
                                               {"not", Holds::schemas_about_same, false},
                                               {"if", Holds::schemas_about_same, false},
                                               {"then", Holds::schemas_about_same, false},
                                               {"else", Holds::schemas_about_same, false},
                                               {"dependencies", Holds::schemas_about_same, true},
                                               {"dependentSchemas", Holds::schemas_about_same, true},
                                               {"properties", Holds::schemas_about_parts, true},
                                               {"patternProperties", Holds::schemas_about_parts, true},
                                               {"definitions", Holds::schemas_about_parts, true},
                                               {"$defs", Holds::schemas_about_parts, true},
                                               {"items", Holds::schemas_about_parts, false},
                                               {"prefixItems", Holds::schemas_about_parts, false},
                                               {"additionalItems", Holds::schemas_about_parts, false},
                                               {"additionalProperties", Holds::schemas_about_parts, false},
                                               {"propertyNames", Holds::schemas_about_parts, false},
                                               {"contains", Holds::schemas_about_parts, false}}};

Keyword const* keyword_named(std::string_view name) {
  std::array<Keyword, 19>::const_iterator const found =
      std::find_if(keywords.begin(), keywords.end(), [&](Keyword const& keyword) { return keyword.name == name; });
  return found == keywords.end() ? nullptr : &*found;
}

std::string escaped(std::string const& name) {
  std::string token;
  for (char const letter : name) {
    if (letter == '~') {
      token += "~0";
    } else if (letter == '/') {
      token += "~1";
    } else {
      token += letter;
    }
  }
  return token;
}

bool is_schema(Json const& value) {
  return value.is_object() || value.is_boolean();
}

template <class Value, class AnyVisit>
void visit_members(Value& held, std::string const& place, Subject subject, AnyVisit const& visit) {
  for (auto& [name, inner] : held.items()) {
    if (is_schema(inner)) visit(inner, fmt::format("{}/{}", place, escaped(name)), subject);
  }
}

template <class Value, class AnyVisit>
void walk(Value& schema, std::string const& place, AnyVisit const& visit) {
  if (!schema.is_object()) return;
  for (auto& [name, held] : schema.items()) {
    Keyword const* const keyword = keyword_named(name);
    if (keyword == nullptr) continue;
    Subject const subject = keyword->holds == Holds::schemas_about_same ? Subject::same_value : Subject::part;
    std::string const here = fmt::format("{}/{}", place, escaped(name));
    if (held.is_array() || (keyword->is_map && held.is_object())) {
      visit_members(held, here, subject, visit);
    } else if (!keyword->is_map && is_schema(held)) {
      visit(held, here, subject);
    }
  }
}

}  // namespace

void for_each_inner(Json& schema, std::string const& place, Visit const& visit) {
  walk(schema, place, visit);
}

void for_each_inner(Json const& schema, std::string const& place, VisitConst const& visit) {
  walk(schema, place, visit);
}

}  // namespace prompty::conversation::schema_walk

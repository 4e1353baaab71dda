#include "mock-provider/check/response_format_rules.hpp"

#include <array>

#include "mock-provider/check/schema_rules.hpp"
#include "mock-provider/check/strict_schema.hpp"

namespace mock_provider::response_format_rules {
namespace {

constexpr std::string_view shape = "chat.response-format.shape";
constexpr std::array<std::string_view, 1> plain_members{"type"};
constexpr std::array<std::string_view, 2> schema_members{"type", "json_schema"};
constexpr std::array<std::string_view, 4> inner_members{"name", "description", "schema", "strict"};

void check_inner(Json const& inner, FindingList& findings) {
  constexpr std::string_view pointer = "/response_format/json_schema";
  findings.admit_only(shape, inner, std::string(pointer), inner_members);
  findings.text_if_there(shape, inner, std::string(pointer), "description");
  Json const* const name = member(inner, "name");
  if (name == nullptr || !is_provider_name(*name)) {
    findings.add("chat.response-format.name", json_text::child(pointer, "name"),
                 "the schema must have a name of 1 to 64 letters, digits, \"_\" or \"-\"");
  }
  Json const* const strict = member(inner, "strict");
  if (strict != nullptr && !strict->is_boolean() && !strict->is_null()) {
    findings.add(shape, json_text::child(pointer, "strict"), "\"strict\" must be a boolean");
  }
  Json const* const schema = member(inner, "schema");
  if (schema == nullptr) return;
  std::string const at = json_text::child(pointer, "schema");
  if (!schema->is_object()) return findings.add(shape, at, "\"schema\" must be an object");
  schema_rules::check("chat.response-format.schema", *schema, at, schema_rules::Arrays::with_items, findings);
  if (strict != nullptr && *strict == true) strict_schema::check("chat.response-format.strict", *schema, at, findings);
}

}  // namespace

void check(Json const& body, FindingList& findings) {
  Json const* const format = member(body, "response_format");
  if (format == nullptr || !format->is_object()) return;
  Json const* const type = member(*format, "type");
  if (type != nullptr && (*type == "text" || *type == "json_object")) {
    return findings.admit_only(shape, *format, "/response_format", plain_members);
  }
  if (type == nullptr || *type != "json_schema") {
    return findings.add(shape, "/response_format/type", "\"type\" must be one of text, json_object, json_schema");
  }
  findings.admit_only(shape, *format, "/response_format", schema_members);
  Json const* const inner = member(*format, "json_schema");
  if (inner == nullptr || !inner->is_object()) {
    return findings.add(shape, "/response_format/json_schema",
                        "\"json_schema\" must be an object with name and schema");
  }
  check_inner(*inner, findings);
}

}  // namespace mock_provider::response_format_rules

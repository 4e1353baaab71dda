#include "prompty/wire/schema.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::schema_test {
namespace {

std::string schema(std::vector<Property> const& properties) {
  return json_text::dump(wire::schema_to_wire(properties));
}

TEST(Schema, OfNothingIsAnObjectWithoutProperties) {
  EXPECT_EQ(schema({}), R"({"type":"object","properties":{}})");
}

TEST(Schema, HoldsTypeDescriptionAndEnumOfEachProperty) {
  EXPECT_EQ(schema({{.name = "b",
                     .kind = "string",
                     .description = "d",
                     .required = true,
                     .default_value = "x",
                     .example = "y",
                     .enum_values = {"a", 1}},
                    {.name = "a", .kind = "integer", .description = "", .required = false},
                    {.name = "c", .kind = "string", .required = true}}),
            R"({"type":"object","properties":{"b":{"type":"string","description":"d","enum":["a",1]},)"
            R"("a":{"type":"integer"},"c":{"type":"string"}},"required":["b","c"]})");
}

TEST(Schema, MapsEachKindToItsType) {
  std::vector<std::pair<char const*, char const*>> const table = {
      {"string", "string"}, {"integer", "integer"}, {"float", "number"}, {"boolean", "boolean"}, {"array", "array"},
      {"object", "object"}, {"image", "string"},    {"file", "string"},  {"audio", "string"}};
  for (auto const& [kind, type] : table) {
    EXPECT_EQ(wire::schema_to_wire({{.name = "p", .kind = kind}})["properties"]["p"]["type"], Json(type)) << kind;
  }
}

TEST(Schema, LeavesOutAThreadUnlessItIsRequired) {
  EXPECT_EQ(schema({{.name = "history", .kind = "thread"}}), R"({"type":"object","properties":{}})");
  EXPECT_NE(raised<ValueError>([] {
              static_cast<void>(wire::schema_to_wire({{.name = "history", .kind = "thread", .required = true}}));
            }).find("'history'"),
            std::string::npos);
}

std::string closed(std::vector<Property> const& properties, Profile profile) {
  Json schema = wire::schema_to_wire(properties);
  wire::close_schema(schema, profile);
  return json_text::dump(schema);
}

TEST(Schema, IsClosedAsWritten) {
  EXPECT_EQ(closed({{.name = "a"}}, Profile::as_written),
            R"({"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false})");
}

TEST(Schema, ThatIsClosedLiveRequiresEverythingAndAdmitsNull) {
  EXPECT_EQ(closed({{.name = "a", .enum_values = {"x"}}, {.name = "b", .required = true}}, Profile::live),
            R"({"type":"object","properties":{"a":{"type":["string","null"],"enum":["x",null]},"b":{"type":"string"}},)"
            R"("required":["a","b"],"additionalProperties":false})");
  EXPECT_EQ(closed({}, Profile::live), R"({"type":"object","properties":{},"additionalProperties":false})");
}

TEST(Schema, AllowsAnyItemsOfArraysThatSayNothing) {
  Json schema = Json::parse(R"({"properties":{"a":{"type":"array"},"b":{"type":"array","items":{"type":"string"}},)"
                            R"("c":{"type":"object"},"d":true}})");
  wire::allow_any_items(schema);
  EXPECT_EQ(json_text::dump(schema),
            R"({"properties":{"a":{"type":"array","items":{}},"b":{"type":"array","items":{"type":"string"}},)"
            R"("c":{"type":"object"},"d":true}})");
  Json other = Json::parse(R"({"type":"object"})");
  wire::allow_any_items(other);
  EXPECT_EQ(json_text::dump(other), R"({"type":"object"})");
}

TEST(Schema, RefusesAKindWithoutAType) {
  std::string const message =
      raised<ValueError>([] { static_cast<void>(wire::schema_to_wire({{.name = "p", .kind = "vector"}})); });
  EXPECT_EQ(message.find("Property 'p': kind 'vector' has no JSON Schema type"), 0U) << message;
}

}  // namespace
}  // namespace prompty::schema_test

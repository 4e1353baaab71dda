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

TEST(Schema, RefusesAKindWithoutAType) {
  std::string const message =
      raised<ValueError>([] { static_cast<void>(wire::schema_to_wire({{.name = "p", .kind = "vector"}})); });
  EXPECT_EQ(message.find("Property 'p': kind 'vector' has no JSON Schema type"), 0U) << message;
}

}  // namespace
}  // namespace prompty::schema_test

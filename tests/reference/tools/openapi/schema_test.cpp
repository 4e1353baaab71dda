#include "prompty/tools/openapi/document.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::openapi::schema_test {
namespace {

/// The schema named S among the given ones, as JSON Schema.
Json read_schema(std::string const& schemas, SchemaLimits limits = {}) {
  Json const document = Json::parse(R"({"openapi":"3.0.3","components":{"schemas":)" + schemas + "}}");
  Document const specification{.value = document, .source = "api.json"};
  SchemaBudget budget{.limits = limits};
  return json_schema_of(root_of(specification).target("#/components/schemas/S"), budget);
}

void expect_schema(std::string const& schemas, char const* expected) {
  EXPECT_EQ(read_schema(schemas), Json::parse(expected));
}

TEST(OpenApiSchema, StaysAsItIsWhereTheWordsAreTheSame) {
  char const* const same = R"({"type":"object","description":"D","required":["a"],
    "properties":{"a":{"type":"string","enum":["x"],"pattern":"^[a-z]+$"},"b":{"type":"array","items":{"type":"integer"}}},
    "additionalProperties":false})";
  expect_schema(R"({"S":)" + std::string(same) + "}", same);
}

TEST(OpenApiSchema, LosesWhatJsonSchemaDoesNotKnow) {
  expect_schema(
      R"({"S":{"type":"string","example":"e","xml":{},"x-order":1,"deprecated":true,"externalDocs":{"url":"u"}}})",
      R"({"type":"string"})");
}

TEST(OpenApiSchema, SaysOfEachArrayThatItHasItems) {
  expect_schema(R"({"S":{"type":"array"}})", R"({"type":"array","items":{}})");
  expect_schema(R"({"S":{"type":"array","items":true}})", R"({"type":"array","items":{}})");
  expect_schema(R"({"S":{"type":["array","null"]}})", R"({"type":["array","null"],"items":{}})");
  expect_schema(R"({"S":{"type":"array","nullable":true}})", R"({"type":["array","null"],"items":{}})");
  expect_schema(R"({"S":{"properties":{"a":{"additionalProperties":{"anyOf":[{"type":"array"}]}}}}})",
                R"({"properties":{"a":{"additionalProperties":{"anyOf":[{"type":"array","items":{}}]}}}})");
  expect_schema(R"({"S":{"type":"array","items":{"$ref":"#/components/schemas/S"}}})",
                R"({"type":"array","items":{"type":"array","items":{"type":"array","items":{}}}})");
  expect_schema(R"({"S":{"type":"array","items":{"type":"string"}}})", R"({"type":"array","items":{"type":"string"}})");
  expect_schema(R"({"S":{"type":"object"}})", R"({"type":"object"})");
}

TEST(OpenApiSchema, SaysOfTuplesWhatTheirElementsMayBe) {
  char const* const closed = R"({"type":"array","items":{"anyOf":[{"type":"string"},{"type":"number"}]}})";
  expect_schema(R"({"S":{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false}})", closed);
  expect_schema(R"({"S":{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"number"}}})", closed);
  expect_schema(R"({"S":{"type":"array","prefixItems":[{"type":"string"}],"maxItems":1}})",
                R"({"type":"array","maxItems":1,"items":{"anyOf":[{"type":"string"}]}})");
  expect_schema(R"({"S":{"type":"array","prefixItems":[{"type":"string"}]}})", R"({"type":"array","items":{}})");
}

TEST(OpenApiSchema, SaysNullableAsAType) {
  expect_schema(R"({"S":{"type":"string","nullable":true}})", R"({"type":["string","null"]})");
  expect_schema(R"({"S":{"type":"string","nullable":false}})", R"({"type":"string"})");
  expect_schema(R"({"S":{"type":"string","enum":["a"],"nullable":true}})",
                R"({"type":["string","null"],"enum":["a",null]})");
  expect_schema(R"({"S":{"nullable":true,"allOf":[{"type":"object"}]}})",
                R"({"anyOf":[{"allOf":[{"type":"object"}]},{"type":"null"}]})");
}

TEST(OpenApiSchema, SaysExclusiveLimitsAsNumbers) {
  expect_schema(R"({"S":{"minimum":1,"exclusiveMinimum":true}})", R"({"exclusiveMinimum":1})");
  expect_schema(R"({"S":{"exclusiveMaximum":true,"maximum":9}})", R"({"exclusiveMaximum":9})");
  expect_schema(R"({"S":{"minimum":1,"exclusiveMinimum":false}})", R"({"minimum":1})");
  expect_schema(R"({"S":{"exclusiveMinimum":2}})", R"({"exclusiveMinimum":2})");
  expect_schema(R"({"S":{"exclusiveMinimum":true}})", R"({})");
}

TEST(OpenApiSchema, HasWhatReferencesLeadTo) {
  expect_schema(R"({"S":{"properties":{"a":{"$ref":"#/components/schemas/T"}}},"T":{"$ref":"#/components/schemas/U"},
                    "U":{"type":"integer"}})",
                R"({"properties":{"a":{"type":"integer"}}})");
}

TEST(OpenApiSchema, TakesADescriptionFromBesideAReference) {
  expect_schema(
      R"({"S":{"$ref":"#/components/schemas/T","description":"here"},"T":{"type":"integer","description":"there"}})",
      R"({"type":"integer","description":"here"})");
}

TEST(OpenApiSchema, EndsWhereItComesBackToItself) {
  expect_schema(R"({"S":{"type":"object","properties":{"next":{"$ref":"#/components/schemas/S"}}}})",
                R"({"type":"object","properties":{"next":{"type":"object","properties":{"next":{"type":"object"}}}}})");
}

TEST(OpenApiSchema, EndsWhenReferencesAreAllThereIs) {
  expect_schema(R"({"S":{"$ref":"#/components/schemas/S"}})", "{}");
}

TEST(OpenApiSchema, MayUseOneSchemaTwiceSideBySide) {
  expect_schema(R"({"S":{"properties":{"a":{"$ref":"#/components/schemas/T"},"b":{"$ref":"#/components/schemas/T"}}},
                    "T":{"type":"integer"}})",
                R"({"properties":{"a":{"type":"integer"},"b":{"type":"integer"}}})");
}

TEST(OpenApiSchema, LosesWhatOnlyAnswersHave) {
  expect_schema(
      R"({"S":{"required":["id","name"],"properties":{"id":{"type":"string","readOnly":true},"name":{"type":"string"}}}})",
      R"({"required":["name"],"properties":{"name":{"type":"string"}}})");
  expect_schema(
      R"({"S":{"required":["id"],"properties":{"id":{"$ref":"#/components/schemas/T"}}},"T":{"readOnly":true}})",
      R"({"properties":{}})");
}

TEST(OpenApiSchema, LosesPatternsThatNeedBacktracking) {
  for (char const* const pattern : {"(?=a)", "(?<!a)b", "(a)\\\\1", "a{2,100000}", "\\\\p{L}", "a\\\\"}) {
    expect_schema(R"({"S":{"pattern":")" + std::string(pattern) + R"("}})", "{}");
  }
  expect_schema(R"({"S":{"pattern":"^(?:a|\\d{1,3})\\.$"}})", R"({"pattern":"^(?:a|\\d{1,3})\\.$"})");
}

TEST(OpenApiSchema, LosesValuesThatKeywordsCannotHave) {
  expect_schema(R"({"S":{"type":"file","enum":[],"minLength":-1,"required":true,"minimum":"1","uniqueItems":1}})",
                "{}");
}

TEST(OpenApiSchema, MayBeTrueOrFalse) {
  expect_schema(R"({"S":{"items":true,"additionalProperties":false}})",
                R"({"items":true,"additionalProperties":false})");
}

TEST(OpenApiSchema, IsCutToItsTypeBeyondTheLimits) {
  std::string const deep = R"({"S":{"type":"array","items":{"type":"array","items":{"type":"array","items":{}}}}})";
  EXPECT_EQ(read_schema(deep, {.depth = 1}),
            Json::parse(R"({"type":"array","items":{"type":"array","items":{"type":"array","items":{}}}})"));
  std::string const wide =
      R"({"S":{"type":"object","properties":{"a":{"type":"string","title":"A"},"b":{"type":"string","title":"B"}}}})";
  EXPECT_EQ(read_schema(wide, {.values_per_operation = 11}),
            Json::parse(R"({"type":"object","properties":{"a":{"type":"string","title":"A"},"b":{"type":"string"}}})"));
}

TEST(OpenApiSchema, LosesConditionsThatLostSomething) {
  expect_schema(R"({"S":{"not":{"pattern":"(?=a).*"},"if":{"pattern":"(?=a).*"},"then":{"minLength":1}}})",
                R"({"then":{"minLength":1}})");
  expect_schema(R"({"S":{"not":{"type":"null"}}})", R"({"not":{"type":"null"}})");
}

TEST(OpenApiSchema, TakesAnyAlternativeWhenTheyLostWhatTellsThemApart) {
  expect_schema(R"({"S":{"oneOf":[{"pattern":"(?=a).*"},{"pattern":"(?=b).*"}]}})", R"({"anyOf":[{},{}]})");
  expect_schema(R"({"S":{"oneOf":[{"type":"string"},{"type":"null"}]}})",
                R"({"oneOf":[{"type":"string"},{"type":"null"}]})");
}

TEST(OpenApiSchema, DoublesUpToTheLimitAndNoFurther) {
  std::string schemas = R"({"S":{"$ref":"#/components/schemas/D0"},"D30":{"type":"string"})";
  for (int i = 0; i < 30; ++i) {
    std::string const next = R"({"$ref":"#/components/schemas/D)" + std::to_string(i + 1) + R"("})";
    schemas += R"(,"D)" + std::to_string(i);
    schemas += R"(":{"properties":{"a":)" + next;
    schemas += R"(,"b":)" + next;
    schemas += "}}";
  }
  EXPECT_LT(read_schema(schemas + "}").dump().size(), 500'000U);
}

void expect_refused(std::string const& schemas, std::string const& expected) {
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(read_schema(schemas)); }), expected);
}

TEST(OpenApiSchema, SaysWhereItIsNone) {
  expect_refused(R"({"S":{"properties":{"a/b":7}}})",
                 "api.json#/components/schemas/S/properties/a~1b must be a schema: an object, true or false");
  expect_refused(R"({"S":{"allOf":{}}})", "api.json#/components/schemas/S/allOf must be a list of schemas");
  expect_refused(R"({"S":{"items":{"$ref":"#/components/schemas/T"}}})",
                 "api.json#/components/schemas/S/items refers to #/components/schemas/T, which is not there");
  expect_refused(
      R"({"S":{"items":{"$ref":"pet.yaml#/Pet"}}})",
      "api.json#/components/schemas/S/items refers to another document, pet.yaml#/Pet; bundle them into one");
}

}  // namespace
}  // namespace prompty::openapi::schema_test

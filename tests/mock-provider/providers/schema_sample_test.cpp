#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/schema_sample.hpp"

namespace mock_provider::schema_sample_test {
namespace {

struct Case {
  char const* name;
  char const* schema;
  char const* sample;
};

class SchemaSample : public testing::TestWithParam<Case> {};

TEST_P(SchemaSample, IsAdmittedByItsSchema) {
  EXPECT_EQ(schema_sample::of(Json::parse(GetParam().schema)), Json::parse(GetParam().sample));
}

INSTANTIATE_TEST_SUITE_P(
    All, SchemaSample,
    testing::Values(
        Case{"Text", R"({"type": "string"})", R"("sample")"}, Case{"Integer", R"({"type": "integer"})", "1"},
        Case{"Minimum", R"({"type": "number", "minimum": 5.5})", "5.5"},
        Case{"Boolean", R"({"type": "boolean"})", "true"}, Case{"Null", R"({"type": "null"})", "null"},
        Case{"Const", R"({"const": [1], "type": "string"})", "[1]"}, Case{"Enum", R"({"enum": ["a", "b"]})", R"("a")"},
        Case{"Union", R"({"type": ["string", "null"]})", R"("sample")"},
        Case{"AnyOf", R"({"anyOf": [{"type": "boolean"}, {"type": "null"}]})", "true"},
        Case{"Object", R"({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}})",
             R"({"a": "sample", "b": 1})"},
        Case{"ObjectWithoutType", R"({"properties": {"a": {"const": 1}}})", R"({"a": 1})"},
        Case{"Array", R"({"type": "array", "items": {"type": "boolean"}})", "[true]"},
        Case{"ArrayBounds", R"({"type": "array", "minItems": 2, "items": {"const": 0}})", "[0, 0]"},
        Case{"Reference", R"({"$defs": {"x": {"const": 7}}, "$ref": "#/$defs/x"})", "7"},
        Case{"ReferenceToNothing", R"({"$ref": "#/$defs/x"})", "null"},
        Case{"ReferenceElsewhere", R"({"$ref": "http://a/b"})", "null"},
        Case{"ReferenceToItself", R"({"$ref": "#"})", "null"}, Case{"ReferenceMalformed", R"({"$ref": "#x"})", "null"},
        Case{"Anything", "{}", "null"}, Case{"NoSchema", "true", "null"}, Case{"OddType", R"({"type": 3})", "null"},
        Case{"OddProperties", R"({"type": "object", "properties": []})", "{}"}),
    [](testing::TestParamInfo<Case> const& tested) { return tested.param.name; });

TEST(SchemaSampleBounds, HoldForHugeArraysAndRecursion) {
  EXPECT_EQ(schema_sample::of(Json::parse(R"({"type": "array", "minItems": 1000000000})")).size(), 16U);
  Json const recursive = schema_sample::of(Json::parse(R"({"type": "object", "properties": {"a": {"$ref": "#"}}})"));
  EXPECT_TRUE(recursive.at("a").at("a").is_object());
}

TEST(SchemaSampleBounds, HoldForArraysInArrays) {
  Json schema{{"const", 1}};
  for (int level = 0; level < 3; ++level) schema = Json{{"type", "array"}, {"minItems", 16}, {"items", schema}};
  EXPECT_EQ(schema_sample::of(schema).size(), 16U);
  for (int level = 0; level < 5; ++level) schema = Json{{"type", "array"}, {"minItems", 16}, {"items", schema}};
  EXPECT_THROW((void)schema_sample::of(schema), AnswerTooLarge);
}

TEST(SchemaSampleBounds, HoldForReferencesFromEachMemberToAllOfALargeSchema) {
  Json properties = Json::object();
  for (char const letter : std::string("abcdefghij")) properties[std::string(1, letter)] = Json{{"$ref", "#"}};
  Json const schema{{"type", "object"}, {"properties", properties}, {"description", std::string(10'000'000, 'd')}};
  EXPECT_THROW((void)schema_sample::of(schema), AnswerTooLarge);
}

TEST(SchemaSampleBounds, HoldForLongDefaultsInArrays) {
  Json const item{{"default", std::string(100'000, 'a')}};
  EXPECT_THROW((void)schema_sample::of({{"type", "array"}, {"minItems", 16}, {"items", item}}), AnswerTooLarge);
}

}  // namespace
}  // namespace mock_provider::schema_sample_test

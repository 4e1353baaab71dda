#include "prompty/conversation/argument_schema.hpp"

#include <gmock/gmock.h>

#include <string>

#include "prompty/core/error.hpp"

namespace prompty::conversation::argument_schema_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::optional<std::string> misfit(char const* schema, char const* arguments) {
  return ArgumentSchema("t", Json::parse(schema)).misfit(Json::parse(arguments));
}

bool fits(char const* schema, char const* arguments) {
  return !misfit(schema, arguments).has_value();
}

TEST(ArgumentSchemas, SayWhereArgumentsDoNotFit) {
  char const* const schema =
      R"({"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"}}},"required":["a"]})";
  EXPECT_TRUE(fits(schema, R"({"a":[1,2]})"));
  EXPECT_THAT(misfit(schema, R"({"a":[1,"x"]})").value_or(""), HasSubstr("at /a/1: "));
  EXPECT_THAT(misfit(schema, "{}").value_or(""), HasSubstr("at the top: "));
  EXPECT_THAT(misfit(schema, "[]").value_or(""), HasSubstr("at the top: "));
}

TEST(ArgumentSchemas, MatchPatternsAnywhereInAText) {
  char const* const schema = R"({"properties":{"p":{"pattern":"^[a-z]+$"},"q":{"pattern":"b"}}})";
  EXPECT_TRUE(fits(schema, R"({"p":"abc","q":"abc"})"));
  EXPECT_TRUE(fits(schema, R"({"p":7,"q":null})"));
  EXPECT_FALSE(fits(schema, R"({"p":"ab1"})"));
  EXPECT_FALSE(fits(schema, R"({"q":"ac"})"));
  EXPECT_FALSE(fits(R"({"pattern":"a"})", R"("")"));
}

TEST(ArgumentSchemas, MatchLongTextsInLinearTime) {
  std::string const arguments = "{\"p\":\"" + std::string(200'000, 'a') + "\"}";
  EXPECT_FALSE(fits(R"({"properties":{"p":{"pattern":"^(a+)+$","maxLength":10}}})", arguments.c_str()));
  EXPECT_FALSE(fits(R"({"properties":{"p":{"pattern":"^(a+)+b$"}}})", arguments.c_str()));
}

TEST(ArgumentSchemas, MatchNamesByPatterns) {
  char const* const schema =
      R"({"properties":{"x":{}},"patternProperties":{"^n_":{"type":"integer"},"_s$":{"type":"string"}},
          "additionalProperties":false})";
  EXPECT_TRUE(fits(schema, R"({"n_a":1,"b_s":"t","x":[]})"));
  EXPECT_FALSE(fits(schema, R"({"n_a":"1"})"));
  EXPECT_FALSE(fits(schema, R"({"n_s":1})"));
  EXPECT_FALSE(fits(schema, R"({"y":1})"));
  EXPECT_FALSE(fits(R"({"propertyNames":{"pattern":"^a"}})", R"({"b":1})"));
}

TEST(ArgumentSchemas, KnowLaterDraftsWhereOlderKeywordsSayTheSame) {
  char const* const tuple = R"({"prefixItems":[{"type":"integer"},{"type":"string"}],"items":false})";
  EXPECT_TRUE(fits(tuple, R"([1,"a"])"));
  EXPECT_FALSE(fits(tuple, R"(["a",1])"));
  EXPECT_FALSE(fits(tuple, R"([1,"a",2])"));
  char const* const dependent = R"({"dependentRequired":{"a":["b"]}})";
  EXPECT_TRUE(fits(dependent, R"({"b":1})"));
  EXPECT_FALSE(fits(dependent, R"({"a":1})"));
  char const* const referring =
      R"({"$defs":{"n":{"type":"integer"}},"properties":{"a":{"$ref":"#/$defs/n","minimum":3}}})";
  EXPECT_TRUE(fits(referring, R"({"a":3})"));
  EXPECT_FALSE(fits(referring, R"({"a":2})"));
  EXPECT_FALSE(fits(referring, R"({"a":"x"})"));
}

TEST(ArgumentSchemas, TakeTruthValuesForSchemas) {
  EXPECT_TRUE(fits("true", "7"));
  EXPECT_FALSE(fits(R"({"properties":{"a":false,"b":true}})", R"({"a":1})"));
  EXPECT_TRUE(fits(R"({"properties":{"a":false,"b":true}})", R"({"b":1})"));
}

TEST(ArgumentSchemas, LeaveFormatsToTheirReaders) {
  EXPECT_TRUE(fits(R"({"properties":{"d":{"type":"string","format":"date-time"}}})", R"({"d":"tomorrow"})"));
  std::string const digits = "{\"d\":\"" + std::string(200'000, '1') + "\"}";
  EXPECT_TRUE(fits(R"({"properties":{"d":{"format":"date"}}})", digits.c_str()));
}

TEST(ArgumentSchemas, MayReferToThemselvesInsideValues) {
  char const* const tree =
      R"({"type":"object","properties":{"child":{"$ref":"#"},"n":{"type":"integer"}},"additionalProperties":false})";
  EXPECT_TRUE(fits(tree, R"({"child":{"child":{"n":1}}})"));
  EXPECT_FALSE(fits(tree, R"({"child":{"child":{"n":"x"}}})"));
}

TEST(ArgumentSchemas, ThatGoRoundInCirclesAreRefused) {
  for (char const* const schema :
       {R"({"$ref":"#"})", R"({"allOf":[{"$ref":"#"}]})",
        R"({"properties":{"a":{"anyOf":[{"$ref":"#/properties/a"}]}}})",
        R"({"definitions":{"a":{"$ref":"#/definitions/b"},"b":{"$ref":"#/definitions/a"}}})"}) {
    EXPECT_THAT([&] { ArgumentSchema("t", Json::parse(schema)); },
                ThrowsMessage<ValueError>(AllOf(HasSubstr("'t'"), HasSubstr("leads back"))))
        << schema;
  }
}

TEST(ArgumentSchemas, ThatCannotBeHeldAreRefusedWithTheirPlace) {
  struct Case {
    char const* schema;
    char const* place;
  };
  for (Case const& refused : {Case{R"s({"properties":{"a/b":{"pattern":"(?=x)"}}})s", "/properties/a~1b"},
                              Case{R"({"patternProperties":{"(":{}}})", "their top"},
                              Case{R"({"items":{"unevaluatedItems":false}})", "/items"},
                              Case{R"({"items":{"$ref":"https://example.com/s"}})", "leads nowhere"},
                              Case{R"({"items":{"$ref":"#/definitions/none"}})", "leads nowhere"},
                              Case{R"({"properties":7})", "no JSON Schema"}}) {
    EXPECT_THAT([&] { ArgumentSchema("t", Json::parse(refused.schema)); },
                ThrowsMessage<ValueError>(AllOf(HasSubstr("'t'"), HasSubstr(refused.place))))
        << refused.schema;
  }
}

}  // namespace
}  // namespace prompty::conversation::argument_schema_test

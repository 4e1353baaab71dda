#include "harness/judge/files/schema_check.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "support/places.hpp"

namespace conformance::schema_check_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::ThrowsMessage;

Json const schema = Json::parse(R"({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "type": "object",
  "required": ["name"],
  "additionalProperties": false,
  "properties": {"name": {"$ref": "#/definitions/word"}, "count": {"type": "integer"}},
  "definitions": {"word": {"type": "string", "pattern": "^[a-z]+$"}},
  "operations": {"greet": {"params": {"type": "object", "required": ["to"],
                                      "properties": {"to": {"$ref": "#/definitions/word"}}}}}
})");

TEST(SchemaChecks, FindNothingWrongWithValidDocuments) {
  EXPECT_THAT(SchemaCheck(schema).problems({{"name", "ada"}, {"count", 3}}), IsEmpty());
}

TEST(SchemaChecks, NameWhatIsWrongAndWhere) {
  SchemaCheck const check(schema);
  EXPECT_THAT(check.problems(Json::object()), Contains(HasSubstr("name")));
  EXPECT_THAT(check.problems(Json::array({1})), testing::ElementsAre("at the top: an array cannot stand here"));
  EXPECT_THAT(check.problems({{"name", "ada"}, {"nmae", 1}}), Contains(HasSubstr("nmae")));
  EXPECT_THAT(check.problems({{"name", "ada"}, {"count", "3"}}), Contains(HasSubstr("count")));
  EXPECT_THAT(check.problems({{"name", "ada"}, {"count", 1.5}}), Not(IsEmpty()));
}

TEST(SchemaChecks, SayItInPlainWordsAndOnce) {
  SchemaCheck const check(schema);
  EXPECT_THAT(check.problems(Json::object()), testing::ElementsAre("at the top: the member \"name\" is missing"));
  EXPECT_THAT(check.problems({{"name", 1}, {"count", 2}}),
              testing::ElementsAre("at /name: a whole number cannot stand here"));
  EXPECT_THAT(check.problems(Json::array({1})), testing::ElementsAre("at the top: an array cannot stand here"));
  EXPECT_THAT(check.problems({{"name", "ada"}, {"nmae", 1}}), Contains("at the top: there may be no member \"nmae\""));
}

TEST(SchemaChecks, FollowReferences) {
  EXPECT_THAT(SchemaCheck(schema).problems({{"name", "Ada"}}), Contains(HasSubstr("name")));
}

TEST(SchemaChecks, OfAPartFollowReferencesIntoTheWhole) {
  SchemaCheck const check(schema, "/operations/greet/params");
  EXPECT_THAT(check.problems({{"to", "ada"}}), IsEmpty());
  EXPECT_THAT(check.problems({{"to", "Ada"}}), Contains(HasSubstr("to")));
  EXPECT_THAT(check.problems(Json::object()), Not(IsEmpty()));
}

TEST(SchemaChecks, RefusePartsThatDoNotExist) {
  EXPECT_THAT([] { SchemaCheck(schema, "/operations/wave/params"); },
              ThrowsMessage<HarnessError>(HasSubstr("/operations/wave/params")));
}

TEST(SchemaChecks, RefuseMalformedSchemas) {
  EXPECT_THAT([] { SchemaCheck(Json::parse(R"({"required": 5})")); },
              ThrowsMessage<HarnessError>(HasSubstr("malformed")));
  EXPECT_THAT([] { SchemaCheck(Json::parse(R"({"allOf": [{"$ref": "#/definitions/none"}]})")); },
              ThrowsMessage<HarnessError>(HasSubstr("malformed")));
}

TEST(SchemasOfThisRepository, AreUsable) {
  Json const vectors = Json::parse(read_file(prompty_tests::repository() + "/vectors/schema/vectors.schema.json"));
  EXPECT_THAT(SchemaCheck(vectors).problems(Json::object()), Not(IsEmpty()));
  Json const protocol = Json::parse(read_file(prompty_tests::repository() + "/vectors/schema/protocol.schema.json"));
  for (auto const& operation : protocol.at("operations").items()) {
    for (std::string const part : {"params", "result"}) {
      std::string const pointer = "/operations/" + operation.key() + "/" + part;
      EXPECT_THAT(SchemaCheck(protocol, pointer).problems(false), Not(IsEmpty())) << pointer;
    }
  }
}

TEST(SchemasOfThisRepository, HoldSplitToItsParams) {
  Json const protocol = Json::parse(read_file(prompty_tests::repository() + "/vectors/schema/protocol.schema.json"));
  SchemaCheck const check(protocol, "/operations/split/params");
  EXPECT_THAT(check.problems({{"text", "---"}}), IsEmpty());
  EXPECT_THAT(check.problems({{"text", 1}}), Not(IsEmpty()));
  EXPECT_THAT(check.problems({{"txt", "---"}}), Not(IsEmpty()));
}

TEST(SchemasOfThisRepository, HoldTheDataOfAnEventToItsType) {
  Json const protocol = Json::parse(read_file(prompty_tests::repository() + "/vectors/schema/protocol.schema.json"));
  SchemaCheck const check(protocol, "/definitions/Event");
  EXPECT_THAT(check.problems({{"type", "token"}, {"data", {{"text", "Oslo"}}}}), IsEmpty());
  EXPECT_THAT(check.problems({{"type", "token"}, {"data", {{"piece", "Oslo"}}}}), Not(IsEmpty()));
  EXPECT_THAT(check.problems({{"type", "tool_result"}, {"data", {{"result", {{"a", 1}}}}}}), Not(IsEmpty()));
  EXPECT_THAT(check.problems({{"type", "done"}, {"data", {{"outcome", "Oslo"}}}}), Not(IsEmpty()));
  EXPECT_THAT(check.problems({{"type", "cancelled"}, {"data", Json::object()}}), IsEmpty());
}

}  // namespace
}  // namespace conformance::schema_check_test

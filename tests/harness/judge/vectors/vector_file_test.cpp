#include "harness/judge/vectors/vector_file.hpp"

#include <gmock/gmock.h>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::vector_file_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::StartsWith;
using testing::ThrowsMessage;
using testing::UnorderedElementsAre;

Vector parsed(Json const& changes) {
  return one_sample_vector(changes);
}

TEST(VectorFiles, GiveAVectorOfOneStep) {
  Vector const vector = parsed(Json::object());
  EXPECT_EQ(vector.id, "load/sample/plain");
  EXPECT_EQ(vector.topic, "load/sample");
  EXPECT_EQ(vector.file, "vectors/load/sample.json");
  EXPECT_THAT(vector.clauses, ElementsAre("P1.1-01"));
  EXPECT_EQ(vector.why, "it shows");
  ASSERT_EQ(vector.steps.size(), 1U);
  EXPECT_EQ(vector.steps[0].operation, "split");
  EXPECT_EQ(vector.steps[0].given, Json({{"text", "body"}}));
  EXPECT_EQ(vector.steps[0].expect.outcome.value, Json({{"frontmatter", nullptr}, {"body", "body"}}));
  EXPECT_TRUE(vector.gating);
  EXPECT_EQ(*vector.source, sample_vector(Json::object()));
  EXPECT_FALSE(vector.expects_error());
}

TEST(VectorFiles, GiveEveryOptionalMember) {
  Vector const vector = parsed({{"files", {{"a.prompty", "text"}, {"sub/b.bin", {{"base64", "AP8="}}}}},
                                {"cwd", "sub"},
                                {"env", {{"KEY", "x"}}},
                                {"provider", Json::array({{{"respond", {{"text", "hi"}}}}})},
                                {"mcp", {{"tools", Json::array()}}},
                                {"requires",
                                 {{"features", Json::array({"sync"})},
                                  {"providers", Json::array({"openai"})},
                                  {"apiTypes", Json::array({"chat"})}}},
                                {"twin", "positive"},
                                {"transforms", Json::array({"crlf", "bom"})},
                                {"gating", false}});
  EXPECT_THAT(vector.files,
              UnorderedElementsAre(Pair("a.prompty", "text"), Pair("sub/b.bin", std::string("\0\xFF", 2))));
  EXPECT_EQ(vector.cwd, "sub");
  EXPECT_EQ(vector.env, Json({{"KEY", "x"}}));
  EXPECT_EQ(vector.provider, Json::array({{{"respond", {{"text", "hi"}}}}}));
  EXPECT_EQ(vector.mcp, (Json{{"tools", Json::array()}}));
  EXPECT_EQ(vector.requires_, (Requirements{.features = {"sync"}, .providers = {"openai"}, .api_types = {"chat"}}));
  EXPECT_EQ(vector.twin, "load/sample/positive");
  EXPECT_THAT(vector.transforms, ElementsAre("crlf", "bom"));
  EXPECT_FALSE(vector.gating);
}

TEST(VectorFiles, GiveExpectedErrors) {
  Vector const vector = parsed(
      {{"expect",
        {{"error",
          {{"kind", "ValueError"}, {"message", {{"$match", "bad.*"}}}, {"messageContains", "ad"}, {"partial", 3}}}}}});
  ASSERT_TRUE(vector.steps[0].expect.outcome.error.has_value());
  ExpectedError const& error = *vector.steps[0].expect.outcome.error;
  EXPECT_EQ(error.kind, "ValueError");
  EXPECT_EQ(error.message, Json({{"$match", "bad.*"}}));
  EXPECT_EQ(error.message_contains, "ad");
  EXPECT_EQ(error.partial, Json(3));
  EXPECT_TRUE(vector.expects_error());
}

TEST(VectorFiles, GiveReadings) {
  Vector const vector =
      parsed({{"expect", {{"readings", {{"one", {{"value", 1}}}, {"two", {{"error", {{"kind", "ValueError"}}}}}}}}}});
  ExpectedAnswer const& expect = vector.steps[0].expect;
  ASSERT_EQ(expect.readings.size(), 2U);
  EXPECT_EQ(expect.readings[0].name, "one");
  EXPECT_EQ(expect.readings[0].outcome.value, Json(1));
  EXPECT_EQ(expect.readings[1].outcome.error->kind, "ValueError");
  EXPECT_EQ(expect.outcome, ExpectedOutcome{});
}

TEST(VectorFiles, GiveEachReadingItsRequestsOrThoseBesideAll) {
  Json const one = Json::array({{{"body", 1}}});
  Json const expect = {{"readings", {{"a", {{"value", 1}, {"requests", one}}}, {"b", {{"value", 2}}}}},
                       {"requests", Json::array()}};
  std::vector<ExpectedReading> const readings = parsed({{"expect", expect}}).steps[0].expect.readings;
  EXPECT_EQ(readings[0].outcome.requests, one);
  EXPECT_EQ(readings[1].outcome.requests, Json::array());
}

TEST(VectorFiles, RefuseRequestsThatAreNoList) {
  EXPECT_THAT(
      [] {
        (void)parsed({{"expect", {{"value", 1}, {"requests", {{"body", 1}}}}}});
      },
      ThrowsMessage<InputError>(HasSubstr("\"requests\" must be a list")));
}

TEST(VectorFiles, GiveANullValueAsAValue) {
  EXPECT_EQ(parsed({{"expect", {{"value", nullptr}}}}).steps[0].expect.outcome.value, Json(nullptr));
}

TEST(VectorFiles, GiveStepsInOrder) {
  Json const step = {{"operation", "split"}, {"given", {{"text", "a"}}}, {"expect", {{"value", 1}}}};
  Json other = step;
  other["operation"] = "load";
  other["expect"]["requests"] = Json::array();
  Vector const vector =
      parsed({{"operation", nullptr}, {"given", nullptr}, {"expect", nullptr}, {"steps", Json::array({step, other})}});
  ASSERT_EQ(vector.steps.size(), 2U);
  EXPECT_EQ(vector.steps[0].operation, "split");
  EXPECT_EQ(vector.steps[1].operation, "load");
  EXPECT_EQ(vector.steps[1].expect.outcome.requests, Json::array());
}

TEST(VectorFiles, ChangeFilesBetweenSteps) {
  Json const step = {{"operation", "load"}, {"given", {{"path", "a"}}}, {"expect", {{"value", 1}}}};
  Json changing = step;
  changing["files"] = {{"a", "after"}};
  Json vector = {{"operation", nullptr}, {"given", nullptr}, {"expect", nullptr}, {"files", {{"a", "before"}}}};
  vector["steps"] = Json::array({step, step});
  EXPECT_FALSE(parsed(vector).changes_files());
  vector["steps"] = Json::array({step, changing});
  EXPECT_TRUE(parsed(vector).changes_files());
  EXPECT_THAT(parsed(vector).steps[0].files, IsEmpty());
  EXPECT_EQ(parsed(vector).steps[1].files.at("a"), "after");
}

TEST(VectorFiles, TakeFixturesForFiles) {
  Json const files = {{"a.prompty", {{"fixture", "x/b.prompty"}}}, {"c.txt", "text"}};
  Vector const vector =
      parse_vector_file(sample_vector_file("load/sample", Json::array({sample_vector({{"files", files}})})), "v.json",
                        "load/sample", {{"x/b.prompty", "the text"}, {"other", "more"}})[0];
  EXPECT_EQ(vector.files.at("a.prompty"), "the text");
  EXPECT_EQ(vector.files.at("c.txt"), "text");
  EXPECT_THAT(vector.fixtures, ElementsAre("x/b.prompty"));
}

TEST(VectorFiles, GiveErrorsOfAnyKind) {
  Vector const vector = parsed({{"expect", {{"error", Json::object()}}}});
  EXPECT_TRUE(vector.expects_error());
  EXPECT_EQ(vector.steps[0].expect.outcome.error->kind, std::nullopt);
}

TEST(Base64InFiles, IsDecoded) {
  auto const bytes = [](std::string const& text) {
    return parsed({{"files", {{"f", {{"base64", text}}}}}}).files.at("f");
  };
  EXPECT_EQ(bytes("TQ=="), "M");
  EXPECT_EQ(bytes("TWE="), "Ma");
  EXPECT_EQ(bytes("TWFu"), "Man");
  EXPECT_EQ(bytes("+/8="), "\xFB\xFF");
}

struct Mistake {
  char const* name;
  char const* changes;
  char const* reported;
};

std::string name_of_mistake(testing::TestParamInfo<Mistake> const& mistake) {
  return mistake.param.name;
}

void PrintTo(Mistake const& mistake, std::ostream* stream) {
  *stream << mistake.name;
}

class MistakesInVectors : public testing::TestWithParam<Mistake> {};

TEST_P(MistakesInVectors, AreReportedWithFileVectorAndMember) {
  EXPECT_THAT([] { (void)parsed(Json::parse(GetParam().changes)); },
              ThrowsMessage<InputError>(
                  AllOf(StartsWith("vectors/load/sample.json: vector \"plain\""), HasSubstr(GetParam().reported))));
}

INSTANTIATE_TEST_SUITE_P(
    Each, MistakesInVectors,
    testing::Values(
        Mistake{"UnknownMember", R"({"giben":1})", "unknown member \"giben\"; did you mean \"given\"?"},
        Mistake{"FarMember", R"({"somethingElse":1})", "unknown member \"somethingElse\"; known are: "},
        Mistake{"NoClauses", R"({"clauses":[]})", "\"clauses\" must be an array of at least one string"},
        Mistake{"ManyClauses", R"({"clauses":["P1-01","P1-02","P1-03","P1-04"]})", "at most three clauses"},
        Mistake{"ClausesType", R"({"clauses":"P1-01"})", "\"clauses\" must be an array of strings, is string"},
        Mistake{"ClauseType", R"({"clauses":[1]})", "\"clauses\" must hold strings, holds number"},
        Mistake{"NoWhy", R"({"why":null})", "the member \"why\" is missing"},
        Mistake{"EmptyWhy", R"({"why":""})", "\"why\" must not be empty"},
        Mistake{"NoOperation", R"({"operation":null})", "the member \"operation\" is missing"},
        Mistake{"NoGiven", R"({"given":null})", "the member \"given\" is missing"},
        Mistake{"GivenType", R"({"given":[1]})", "\"given\" must be an object"},
        Mistake{"NoExpect", R"({"expect":null})", "the member \"expect\" is missing"},
        Mistake{"ExpectType", R"({"expect":[]})", "expect: must be an object, is array"},
        Mistake{"ExpectMember", R"({"expect":{"valeu":1}})", "exactly one of \"value\", \"error\" and \"readings\""},
        Mistake{"ExpectExtra", R"({"expect":{"value":1,"reqests":[]}})",
                "expect: unknown member \"reqests\"; did you mean \"requests\"?"},
        Mistake{"ValueAndError", R"({"expect":{"value":1,"error":{"kind":"ValueError"}}})",
                "exactly one of \"value\" and \"error\""},
        Mistake{"ValueAndReadings", R"({"expect":{"value":1,"readings":{"a":{"value":1},"b":{"value":2}}}})",
                "exactly one of"},
        Mistake{"OneReading", R"({"expect":{"readings":{"a":{"value":1}}}})", "at least two readings"},
        Mistake{"ReadingsType", R"({"expect":{"readings":[1,2]}})", "\"readings\" must be an object"},
        Mistake{"EmptyReading", R"({"expect":{"readings":{"a":{"value":1},"b":{}}}})",
                "readings \"b\": needs exactly one"},
        Mistake{"ReadingMember", R"({"expect":{"readings":{"a":{"value":1},"b":{"value":1,"x":2}}}})",
                "readings \"b\": unknown member \"x\""},
        Mistake{"ErrorKind", R"({"expect":{"error":{"kind":"TypeError"}}})", "\"TypeError\" is no error kind"},
        Mistake{"UnknownFixture", R"({"files":{"a":{"fixture":"b.prompty"}}})",
                "files \"a\": there is no fixture \"b.prompty\""},
        Mistake{"CwdAbove", R"({"cwd":"a/../.."})", "\"a/../..\" must be a relative path"},
        Mistake{"ErrorMember", R"({"expect":{"error":{"kind":"ValueError","msg":"x"}}})",
                "expect, error: unknown member \"msg\""},
        Mistake{"BadExpectation", R"({"expect":{"value":{"a":{"$typ":"string"}}}})",
                "\"value\" is malformed at \"/a\": unknown matcher \"$typ\""},
        Mistake{"BadMessage", R"({"expect":{"error":{"kind":"ValueError","message":{"$match":"a|b"}}}})",
                "\"message\" is malformed at \"/$match\""},
        Mistake{"AbsoluteFile", R"({"files":{"/etc/x":"t"}})", "\"/etc/x\" must be a relative path"},
        Mistake{"FileAbove", R"({"files":{"../x":"t"}})", "\"../x\" must be a relative path"},
        Mistake{"FilesType", R"({"files":[]})", "files: must be an object"},
        Mistake{"FileType", R"({"files":{"a":5}})", "files \"a\": must be an object, is number"},
        Mistake{"FileMember", R"({"files":{"a":{"base64":"TQ==","text":"x"}}})",
                "files \"a\": unknown member \"text\""},
        Mistake{"Base64Length", R"({"files":{"a":{"base64":"TQ="}}})", "files \"a\": \"base64\" must hold base64"},
        Mistake{"Base64Letter", R"({"files":{"a":{"base64":"T*=="}}})", "must hold base64"},
        Mistake{"Base64Inside", R"({"files":{"a":{"base64":"T==Q"}}})", "must hold base64"},
        Mistake{"Base64Padding", R"({"files":{"a":{"base64":"T==="}}})", "must hold base64"},
        Mistake{"Base64Newline", R"({"files":{"a":{"base64":"TQ==\n\n\n\n"}}})", "must hold base64"},
        Mistake{"EnvType", R"({"env":{"A":1}})", "\"env\" must be an object of strings"},
        Mistake{"CwdType", R"({"cwd":1})", "\"cwd\" must be a string, is number"},
        Mistake{"McpOfNothing", R"({"mcp":{}})", "\"mcp\" must be an object with \"tools\""},
        Mistake{"ProviderEmpty", R"({"provider":[]})", "\"provider\" must be an array of at least one"},
        Mistake{"ProviderStep", R"({"provider":[1]})", "at least one scenario step, each an object"},
        Mistake{"RequiresMember", R"({"requires":{"feature":["sync"]}})",
                "requires: unknown member \"feature\"; did you mean \"features\"?"},
        Mistake{"ChangedFileOfNoText",
                R"({"files":{"a":"t"},"operation":null,"given":null,"expect":null,
                    "steps":[{"operation":"load","given":{},"expect":{"value":1},"files":{"a":1}}]})",
                "\"files\" of a step must be an object of paths and their texts"},
        Mistake{"ChangedFileThatIsNotThere",
                R"({"files":{"a":"t"},"operation":null,"given":null,"expect":null,
                    "steps":[{"operation":"load","given":{},"expect":{"value":1},"files":{"b":"t"}}]})",
                "a step changes \"b\", which is not among the files of the vector"},
        Mistake{"TimesBesideChangedFiles",
                R"({"files":{"a":"t"},"operation":null,"given":null,"expect":null,"times":2,
                    "steps":[{"operation":"load","given":{},"expect":{"value":1},"files":{"a":"u"}}]})",
                "\"times\" cannot stand beside \"files\" of a step"},
        Mistake{"TimesOfOne", R"({"times":1})", "\"times\" must be an integer from 2 to 1000"},
        Mistake{"TimesBesideAProvider", R"({"times":2,"provider":[{"respond":{"text":"a"}}]})",
                "\"times\" cannot stand beside \"provider\""},
        Mistake{"GatingType", R"({"gating":"no"})", "\"gating\" must be true or false, is string"},
        Mistake{"NoSteps", R"({"steps":[],"operation":null,"given":null,"expect":null})",
                "\"steps\" must be an array of at least one step"},
        Mistake{"StepsBesideOperation", R"({"steps":[{"operation":"split","given":{},"expect":{"value":1}}]})",
                "unknown member \"operation\""},
        Mistake{
            "StepMember",
            R"({"steps":[{"operation":"split","given":{},"expect":{"value":1},"gives":1}],"operation":null,"given":null,"expect":null})",
            "steps[0]: unknown member \"gives\"; did you mean \"given\"?"}),
    name_of_mistake);

TEST(MistakesInVectors, HaveAnIdThatNamesNoFileElsewhere) {
  for (char const* const id : {"../../out", "a/b", "a b", "a\x1B[2J", "\xC3\xBC"})
    EXPECT_THAT([&] { (void)parsed({{"id", id}}); }, ThrowsMessage<InputError>(HasSubstr("\"id\" must be of letters")));
  EXPECT_EQ(parsed({{"id", "A-1_b.c"}}).id, "load/sample/A-1_b.c");
}

TEST(MistakesInVectors, WithoutIdAreReportedByPosition) {
  EXPECT_THAT(
      [] {
        (void)sample_vectors({sample_vector(Json::object()), sample_vector({{"id", nullptr}})});
      },
      ThrowsMessage<InputError>(StartsWith("vectors/load/sample.json: vectors[1]: the member \"id\" is missing")));
}

std::vector<Vector> parsed_file(std::string const& text) {
  return parse_vector_file(text, "v.json", "load/sample");
}

TEST(MistakesInVectorFiles, AreReported) {
  std::string const good = sample_vector_file("load/sample", Json::array({sample_vector(Json::object())}));
  ASSERT_EQ(parsed_file(good).size(), 1U);
  auto const with = [&](char const* change) {
    Json document = Json::parse(good);
    document.update(Json::parse(change));
    return document.dump();
  };
  auto const reported = [](std::string const& text) {
    return ThrowsMessage<InputError>(AllOf(StartsWith("v.json: the file: "), HasSubstr(text)));
  };
  EXPECT_THAT([&] { (void)parsed_file(with(R"({"schemaVersion":2})")); },
              reported("\"schemaVersion\" must be 1, is 2"));
  EXPECT_THAT([&] { (void)parsed_file(with(R"({"schemaVersion":"1"})")); }, reported("must be 1, is \"1\""));
  EXPECT_THAT([&] { (void)parsed_file(with(R"({"topic":"load/other"})")); },
              reported("\"topic\" is \"load/other\", the path of the file says \"load/sample\""));
  EXPECT_THAT([&] { (void)parsed_file(with(R"({"vectors":[]})")); }, reported("at least one vector"));
  EXPECT_THAT([&] { (void)parsed_file(with(R"({"vektors":[]})")); }, reported("did you mean \"vectors\"?"));
  EXPECT_THAT([] { (void)parsed_file("[]"); }, reported("must be an object, is array"));
}

TEST(JsonFiles, NameLineAndColumnOfSyntaxErrors) {
  EXPECT_THAT([] { (void)parse_json_file("{\n  \"a\": 1,\n  \"b\": x\n}", "v.json"); },
              ThrowsMessage<InputError>(StartsWith("v.json:3:8: not JSON")));
  EXPECT_THAT([] { (void)parse_json_file("[1, 2", "v.json"); },
              ThrowsMessage<InputError>(StartsWith("v.json:1:5: not JSON")));
  EXPECT_THAT([] { (void)parse_json_file("", "v.json"); }, ThrowsMessage<InputError>(StartsWith("v.json:1:1: ")));
}

TEST(JsonFiles, RefuseMembersThatOccurTwice) {
  EXPECT_THAT([] { (void)parse_json_file(R"({"a":{"b":1},"c":[{"d":1,"d":1}]})", "v.json"); },
              ThrowsMessage<InputError>("v.json: the member \"d\" occurs twice in one object"));
  EXPECT_EQ(parse_json_file(R"({"a":{"a":1},"b":[{"a":1},{"a":2}]})", "v.json")["b"].size(), 2U);
}

TEST(JsonFiles, RefuseWhatIsNestedTooDeeply) {
  EXPECT_THAT([] { (void)parse_json_file(std::string(1'000'000, '['), "v.json"); },
              ThrowsMessage<InputError>("v.json: nested deeper than 512 levels"));
  EXPECT_EQ(parse_json_file(std::string(512, '[') + std::string(512, ']'), "v.json").size(), 1U);
}

TEST(JsonFiles, RefuseNumbersThatAreTooLarge) {
  EXPECT_THAT([] { (void)parse_json_file("[1e999]", "v.json"); },
              ThrowsMessage<InputError>("v.json: a number is too large"));
}

TEST(JsonFiles, KeepTheOrderOfMembers) {
  EXPECT_EQ(parse_json_file(R"({"z":1,"a":2})", "v.json").dump(), R"({"z":1,"a":2})");
}

}  // namespace
}  // namespace conformance::vector_file_test

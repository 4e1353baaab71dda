#include "harness/proof/sharpness/trivial.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace conformance::trivial_test {
namespace {

using nlohmann::literals::operator""_json_pointer;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Json value_of(std::string const& subject, std::string const& operation, Json const& params) {
  Reply const reply = make_trivial_subject(subject)->call(operation, params);
  EXPECT_EQ(reply.status, Reply::Status::result);
  return reply.value;
}

TEST(TrivialSubjects, AreTheSeven) {
  EXPECT_THAT(trivial_subject_names(),
              ElementsAre("accept-all", "echo", "empty-object", "fixed", "neighbour", "null", "reject-all"));
}

TEST(TrivialSubjects, DeclareEverythingAndHaveAScratchFolder) {
  for (std::string const& name : trivial_subject_names()) {
    if (name == "neighbour") continue;
    std::unique_ptr<Subject> const subject = make_trivial_subject(name);
    EXPECT_EQ(subject->capabilities().name, name);
    for (char const* operation : {"split", "load", "build_request", "process", "run", "turn", "converse"}) {
      EXPECT_THAT(subject->capabilities().operations, Contains(operation)) << name;
    }
    EXPECT_THAT(subject->capabilities().providers, Contains("openai"));
    EXPECT_THAT(subject->capabilities().api_types, Contains("chat"));
    EXPECT_TRUE(std::filesystem::is_directory(subject->scratch()));
  }
}

Json schema_named(std::string const& name) {
  std::ifstream file(prompty_tests::repository() + "/vectors/schema/" + name + ".schema.json");
  return Json::parse(file);
}

// The schema of the protocol holds the names; what else lists them has to list the same.
TEST(TrivialSubjects, DeclareEveryNameOfTheProtocolsSchema) {
  Json const declarable = schema_named("protocol").at("/definitions/Capabilities/properties"_json_pointer);
  Capabilities const declared = make_trivial_subject("echo")->capabilities();
  EXPECT_EQ(Json(declared.features), Json(declarable["features"]["items"]["enum"].get<std::set<std::string>>()));
  EXPECT_EQ(Json(declared.api_types), Json(declarable["apiTypes"]["items"]["enum"].get<std::set<std::string>>()));
}

TEST(VectorsMayRequire, EveryNameOfTheProtocolsSchema) {
  Json const declarable = schema_named("protocol").at("/definitions/Capabilities/properties"_json_pointer);
  Json const requirable = schema_named("vectors").at("/definitions/vector/properties/requires/properties"_json_pointer);
  for (char const* const list : {"features", "apiTypes", "connectionKinds"}) {
    EXPECT_EQ(requirable[list]["items"], declarable[list]["items"]) << list;
  }
}

TEST(TrivialSubjects, HaveNoOtherName) {
  EXPECT_THAT([] { static_cast<void>(make_trivial_subject("accept")); },
              ThrowsMessage<SubjectStartError>(
                  HasSubstr("accept-all, echo, empty-object, fixed, neighbour, null, reject-all")));
}

TEST(AcceptAll, SplitsNothingOff) {
  EXPECT_EQ(value_of("accept-all", "split", {{"text", "---\na: 1\n---\nB"}}),
            Json::parse(R"({"frontmatter":null,"body":"---\na: 1\n---\nB"})"));
}

TEST(AcceptAll, LoadsTheWholeFileAsInstructions) {
  std::unique_ptr<Subject> const subject = make_trivial_subject("accept-all");
  std::string const path = subject->scratch() + "/a.prompty";
  std::ofstream(path) << "---\nname: a\n---\nHi\n";
  EXPECT_EQ(subject->call("load", {{"path", path}}).value, Json::parse(R"({
    "kind": "prompt", "template": {"format": {"kind": "jinja2"}, "parser": {"kind": "prompty"}},
    "instructions": "---\nname: a\n---\nHi\n"})"));
}

TEST(AcceptAll, HasNoInputs) {
  EXPECT_EQ(value_of("accept-all", "validate_inputs", Json::parse(R"({"agent":{},"inputs":{"city":"Rome"}})")),
            Json::object());
}

TEST(AcceptAll, RendersTheTemplateUnchanged) {
  EXPECT_EQ(value_of("accept-all", "render", Json::parse(R"({"agent":{"instructions":"Hi {{a}}"},"inputs":{}})")),
            Json::parse(R"({"rendered":"Hi {{a}}"})"));
}

TEST(AcceptAll, TakesEveryTextForOneSystemMessage) {
  Json const expected = Json::parse(R"([{"role":"system","content":[{"kind":"text","value":"user:\nHi"}]}])");
  EXPECT_EQ(value_of("accept-all", "parse", {{"rendered", "user:\nHi"}}), expected);
  EXPECT_EQ(value_of("accept-all", "prepare", {{"agent", {{"instructions", "user:\nHi"}}}, {"inputs", Json::object()}}),
            expected);
}

TEST(AcceptAll, BuildsARequestWithoutMessages) {
  EXPECT_EQ(value_of("accept-all", "build_request", Json::parse(R"({"agent":{"model":{"id":"gpt-4"}},"messages":[]})")),
            Json::parse(R"({"method":"POST","path":"/chat/completions","body":{"model":"gpt-4","messages":[]}})"));
}

TEST(AcceptAll, ProcessesEverythingIntoEmptyText) {
  EXPECT_EQ(value_of("accept-all", "process", Json::object()), Json::parse(R"({"type":"text","value":""})"));
  EXPECT_EQ(value_of("accept-all", "run", Json::object()), Json::parse(R"({"type":"text","value":""})"));
}

TEST(RejectAll, RaisesAValueErrorForEverything) {
  Reply const reply = make_trivial_subject("reject-all")->call("split", {{"text", "Hi"}});
  EXPECT_EQ(reply.status, Reply::Status::error);
  EXPECT_EQ(reply.value["kind"], "ValueError");
  EXPECT_TRUE(reply.value["message"].is_string());
}

TEST(OtherTrivialSubjects, AnswerWithParamsAnEmptyObjectOrNull) {
  Json const params = {{"text", "Hi"}};
  EXPECT_EQ(value_of("echo", "split", params), params);
  EXPECT_EQ(value_of("empty-object", "split", params), Json::object());
  EXPECT_EQ(value_of("null", "split", params), Json(nullptr));
}

TEST(Fixed, SaysTheSameToEverything) {
  Json const same = Json::parse(R"({"type":"text","value":"Hello"})");
  EXPECT_EQ(value_of("fixed", "split", {{"text", "Hi"}}), same);
  EXPECT_EQ(value_of("fixed", "process", Json::object()), same);
}

TEST(Neighbour, GivesEachAnswerToTheNextRequest) {
  std::unique_ptr<Subject> const subject = make_trivial_subject("neighbour");
  EXPECT_EQ(subject->capabilities().name, "neighbour");
  EXPECT_EQ(subject->call("split", {{"text", "first"}}).value, Json(nullptr));
  EXPECT_EQ(subject->call("split", {{"text", "second"}}).value, Json::parse(R"({"frontmatter":null,"body":"first"})"));
  EXPECT_EQ(subject->call("split", {{"text", "third"}}).value, Json::parse(R"({"frontmatter":null,"body":"second"})"));
}

TEST(Neighbour, AsksNoProvider) {
  std::unique_ptr<Subject> const subject = make_trivial_subject("neighbour");
  EXPECT_THAT(subject->capabilities().operations, testing::Not(Contains("run")));
  EXPECT_EQ(subject->call("run", Json::object()).status, Reply::Status::unsupported);
}

}  // namespace
}  // namespace conformance::trivial_test

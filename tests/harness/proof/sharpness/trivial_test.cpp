#include "harness/proof/sharpness/trivial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "harness/judge/subject/in_process.hpp"
#include "support/places.hpp"

namespace conformance::trivial_test {
namespace {

using nlohmann::literals::operator""_json_pointer;
/// The reference that answers as the trivial mutant of that name does.
class TrivialSubject {
 public:
  explicit TrivialSubject(std::string const& name) : mutant_(mutant_named(name)) {}

  Reply call(std::string const& operation, Json const& params) { return subject_.call(operation, params); }
  [[nodiscard]] std::string scratch() const { return subject_.scratch(); }

 private:
  static Mutant mutant_named(std::string const& name) {
    std::vector<Mutant> const all = trivial_mutants();
    return *std::find_if(all.begin(), all.end(), [&](Mutant const& mutant) { return mutant.id == name; });
  }

  InProcessSubject reference_;
  Mutant const mutant_;
  MutatedSubject subject_{mutant_, reference_};
};

Json value_of(std::string const& subject, std::string const& operation, Json const& params) {
  Reply const reply = TrivialSubject(subject).call(operation, params);
  EXPECT_EQ(reply.status, Reply::Status::result);
  return reply.value;
}

Json schema_named(std::string const& name) {
  std::ifstream file(prompty_tests::repository() + "/vectors/schema/" + name + ".schema.json");
  return Json::parse(file);
}

// The schema of the protocol holds the names; what else lists them has to list the same.
TEST(TheReference, DeclaresEveryNameOfTheProtocolsSchema) {
  Json const declarable = schema_named("protocol").at("/definitions/Capabilities/properties"_json_pointer);
  Capabilities const declared = InProcessSubject().capabilities();
  // Each edition has features that the other knows nothing of.
  std::set<std::string> features = declared.features;
  Capabilities const later = InProcessSubject({"2026-08"}).capabilities();
  features.insert(later.features.begin(), later.features.end());
  EXPECT_EQ(Json(features), Json(declarable["features"]["items"]["enum"].get<std::set<std::string>>()));
  EXPECT_EQ(Json(declared.api_types), Json(declarable["apiTypes"]["items"]["enum"].get<std::set<std::string>>()));
}

TEST(VectorsMayRequire, EveryNameOfTheProtocolsSchema) {
  Json const declarable = schema_named("protocol").at("/definitions/Capabilities/properties"_json_pointer);
  Json const requirable = schema_named("vectors").at("/definitions/vector/properties/requires/properties"_json_pointer);
  for (char const* const list : {"features", "apiTypes", "connectionKinds"}) {
    EXPECT_EQ(requirable[list]["items"], declarable[list]["items"]) << list;
  }
}

TEST(AcceptAll, SplitsNothingOff) {
  EXPECT_EQ(value_of("accept-all", "split", {{"text", "---\na: 1\n---\nB"}}),
            Json::parse(R"({"frontmatter":null,"body":"---\na: 1\n---\nB"})"));
}

TEST(AcceptAll, LoadsTheWholeFileAsInstructions) {
  TrivialSubject subject("accept-all");
  std::string const path = subject.scratch() + "/a.prompty";
  std::ofstream(path) << "---\nname: a\n---\nHi\n";
  EXPECT_EQ(subject.call("load", {{"path", path}}).value, Json::parse(R"({
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
  Reply const reply = TrivialSubject("reject-all").call("split", {{"text", "Hi"}});
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
  TrivialSubject subject("neighbour");
  EXPECT_EQ(subject.call("split", {{"text", "first"}}).value, Json(nullptr));
  EXPECT_EQ(subject.call("split", {{"text", "second"}}).value, Json::parse(R"({"frontmatter":null,"body":"first"})"));
  EXPECT_EQ(subject.call("split", {{"text", "third"}}).value, Json::parse(R"({"frontmatter":null,"body":"second"})"));
}

TEST(Neighbour, AsksNoProvider) {
  TrivialSubject subject("neighbour");
  EXPECT_EQ(subject.call("run", Json::object()).status, Reply::Status::unsupported);
}

}  // namespace
}  // namespace conformance::trivial_test

#include <gmock/gmock.h>

#include "harness/judge/replay/replay.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::due_ways_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Capabilities declares(std::set<std::string> operations) {
  Capabilities capabilities;
  capabilities.operations = std::move(operations);
  return capabilities;
}

Vector with_operation(std::string const& operation) {
  return one_sample_vector({{"operation", operation}});
}

TEST(DueWaysOfAVector, AreDirectWhenTheOperationIsDeclared) {
  EXPECT_THAT(due_ways(with_operation("load"), declares({"load"})).ways, ElementsAre(Way::direct));
  EXPECT_EQ(due_ways(with_operation("load"), declares({"load"})).reason, "");
}

TEST(DueWaysOfAVector, AreNoneWithTheReasonWhenItIsNot) {
  DueWays const due = due_ways(with_operation("load"), declares({"split", "run"}));
  EXPECT_THAT(due.ways, IsEmpty());
  EXPECT_THAT(due.reason, HasSubstr("the operation load is not declared"));
}

TEST(DueWaysOfAVector, AreDirectOnlyForWhatNeverReachesAProvider) {
  for (std::string const operation : {"validate_inputs", "render", "parse", "prepare", "run"})
    EXPECT_THAT(due_ways(with_operation(operation), declares({operation, "run"})).ways, ElementsAre(Way::direct));
}

TEST(DueWaysOfWireVectors, IncludeHttpWhenRunIsDeclared) {
  for (std::string const operation : {"build_request", "process"}) {
    EXPECT_THAT(due_ways(with_operation(operation), declares({operation, "run"})).ways,
                ElementsAre(Way::direct, Way::http));
    EXPECT_THAT(due_ways(with_operation(operation), declares({"run"})).ways, ElementsAre(Way::http));
    EXPECT_EQ(due_ways(with_operation(operation), declares({"run"})).reason, "");
    EXPECT_THAT(due_ways(with_operation(operation), declares({operation})).ways, ElementsAre(Way::direct));
  }
}

TEST(DueWaysOfWireVectors, AreDirectOnlyForWhomCannotConnectByAKey) {
  Capabilities capabilities = declares({"build_request", "run"});
  capabilities.connection_kinds = {"oauth"};
  EXPECT_THAT(due_ways(with_operation("build_request"), capabilities).ways, ElementsAre(Way::direct));
}

Vector building_for(std::string const& provider, Json const& requires_) {
  return one_sample_vector({{"operation", "build_request"},
                            {"given", {{"agent", {{"model", {{"provider", provider}}}}}}},
                            {"requires", requires_}});
}

TEST(DueWaysOfAVector, AreNoneWithoutWhatIsUnderstood) {
  Capabilities capabilities = declares({"build_request"});
  capabilities.providers = {"anthropic"};
  capabilities.api_types = {"chat"};
  EXPECT_THAT(due_ways(building_for("openai", nullptr), capabilities).reason,
              HasSubstr("the provider openai is not declared"));
  EXPECT_THAT(due_ways(building_for("anthropic", {{"providers", {"anthropic"}}}), capabilities).ways,
              ElementsAre(Way::direct));
  capabilities.api_types = {"image"};
  EXPECT_THAT(due_ways(building_for("anthropic", {{"providers", {"anthropic"}}}), capabilities).reason,
              HasSubstr("the apiType chat is not declared"));
}

TEST(DueWaysOfAVector, AreNoneWithoutTheKindOfConnectionThatItRequires) {
  Capabilities capabilities = declares({"split"});
  capabilities.connection_kinds = {"key"};
  Vector const vector = one_sample_vector({{"requires", {{"connectionKinds", {"oauth"}}}}});
  EXPECT_THAT(due_ways(vector, capabilities).reason, HasSubstr("the connectionKind oauth is not declared"));
}

TEST(DueWaysOfStreamVectors, IncludeHttpWhenStreamsAreDeclared) {
  Capabilities capabilities = declares({"process_stream", "run"});
  EXPECT_THAT(due_ways(with_operation("process_stream"), capabilities).ways, ElementsAre(Way::direct));
  capabilities.features.insert("stream");
  EXPECT_THAT(due_ways(with_operation("process_stream"), capabilities).ways, ElementsAre(Way::direct, Way::http));
}

TEST(DueWaysOfWireVectors, AreDirectOnlyWhenNoServerSendsSuchAnAnswer) {
  Vector const vector = one_sample_vector({{"operation", "process"}, {"malformed", true}});
  EXPECT_THAT(due_ways(vector, declares({"process", "run"})).ways, ElementsAre(Way::direct));
  EXPECT_THAT(due_ways(vector, declares({"run"})).ways, IsEmpty());
}

TEST(DueWaysOfWireVectors, AreDirectOnlyWhenMoreIsScriptedThanHttpReplays) {
  Capabilities const capabilities = declares({"build_request", "run"});
  for (Json const& more : {Json{{"provider", Json::array({{{"respond", {{"text", "x"}}}}})}},
                           Json{{"files", {{"a", "b"}}}}, Json{{"env", {{"A", "b"}}}}, Json{{"cwd", "a"}},
                           Json{{"given", {{"register", {{"executors", Json::object()}}}}}}}) {
    Json changes = {{"operation", "build_request"}};
    changes.update(more);
    EXPECT_THAT(due_ways(one_sample_vector(changes), capabilities).ways, ElementsAre(Way::direct)) << more;
  }
}

TEST(DueWaysOfSplitVectors, AreLoadingWhenOnlyThatIsDeclared) {
  EXPECT_THAT(due_ways(with_operation("split"), declares({"load"})).ways, ElementsAre(Way::load));
  EXPECT_THAT(due_ways(with_operation("split"), declares({"load", "split"})).ways, ElementsAre(Way::direct));
}

Vector split_expecting(Json const& expect) {
  return one_sample_vector({{"expect", expect}});
}

Json split_value(Json const& frontmatter) {
  return {{"value", {{"frontmatter", frontmatter}, {"body", "x"}}}};
}

TEST(DueWaysOfSplitVectors, AreLoadingOnlyForFrontmatterThatLoads) {
  Capabilities const capabilities = declares({"load"});
  for (Json const& frontmatter : {Json("name: a"), Json(""), Json(nullptr), Json("# remark\n\nmodel:\n  id: a")})
    EXPECT_THAT(due_ways(split_expecting(split_value(frontmatter)), capabilities).ways, ElementsAre(Way::load))
        << frontmatter;
  for (Json const& frontmatter : {Json("just words"), Json("- a\n- b"), Json("js\nname: a"), Json("a: [")})
    EXPECT_THAT(due_ways(split_expecting(split_value(frontmatter)), capabilities).ways, IsEmpty()) << frontmatter;
  EXPECT_THAT(due_ways(split_expecting({{"error", {{"kind", "ValueError"}}}}), capabilities).ways,
              ElementsAre(Way::load));
  Json const readings = {{"readings", {{"a", split_value("name: a")}, {"b", split_value("words")}}}};
  EXPECT_THAT(due_ways(split_expecting(readings), capabilities).ways, IsEmpty());
}

TEST(DueWaysOfVectorsWithSteps, AskForEveryOperation) {
  Json const expect = {{"value", 1}};
  Json const steps = Json::array({{{"operation", "split"}, {"given", {{"text", "a"}}}, {"expect", expect}},
                                  {{"operation", "load"}, {"given", {{"path", "a"}}}, {"expect", expect}}});
  Vector const vector =
      one_sample_vector({{"steps", steps}, {"operation", nullptr}, {"given", nullptr}, {"expect", nullptr}});
  EXPECT_THAT(due_ways(vector, declares({"split", "load"})).ways, ElementsAre(Way::direct));
  EXPECT_THAT(due_ways(vector, declares({"load"})).ways, IsEmpty());
  EXPECT_THAT(due_ways(vector, declares({"load"})).reason, HasSubstr("split"));
}

TEST(DueWaysOfVectorsWithRequirements, AreNoneWhenOneIsNotDeclared) {
  struct Case {
    Json wanted;
    std::string reason;
  };
  for (Case const& wanted : {Case{{{"features", Json::array({"sync", "trace"})}}, "the feature trace is not declared"},
                             Case{{{"providers", Json::array({"anthropic"})}}, "the provider anthropic"},
                             Case{{{"apiTypes", Json::array({"image"})}}, "the apiType image"}}) {
    Capabilities capabilities = declares({"split"});
    capabilities.features = {"sync"};
    capabilities.providers = {"openai"};
    capabilities.api_types = {"chat"};
    DueWays const due = due_ways(one_sample_vector({{"requires", wanted.wanted}}), capabilities);
    EXPECT_THAT(due.ways, IsEmpty());
    EXPECT_THAT(due.reason, HasSubstr(wanted.reason));
    capabilities.features.insert("trace");
    capabilities.providers.insert("anthropic");
    capabilities.api_types.insert("image");
    EXPECT_THAT(due_ways(one_sample_vector({{"requires", wanted.wanted}}), capabilities).ways,
                ElementsAre(Way::direct));
  }
}

}  // namespace
}  // namespace conformance::due_ways_test

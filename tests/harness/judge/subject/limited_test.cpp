#include "harness/judge/subject/in_process.hpp"

#include <gmock/gmock.h>

namespace conformance::limited_test {
namespace {

using testing::Contains;
using testing::Not;

/// Declares what the reference does, and answers what it is given.
class EchoSubject final : public Subject {
 public:
  [[nodiscard]] Capabilities const& capabilities() const override { return reference_.capabilities(); }
  [[nodiscard]] Reply call(std::string const&, Json const& params) override { return {.value = params}; }
  [[nodiscard]] std::string scratch() const override { return reference_.scratch(); }

 private:
  InProcessSubject reference_;
};

TEST(LimitedSubjects, HideOperationsAndFeatures) {
  EchoSubject inner;
  LimitedSubject limited(inner, {.operations = {"split"}, .features = {"sync"}});
  EXPECT_THAT(limited.capabilities().operations, Not(Contains("split")));
  EXPECT_THAT(limited.capabilities().operations, Contains("load"));
  EXPECT_THAT(limited.capabilities().features, Not(Contains("sync")));
  EXPECT_EQ(limited.call("split", {{"text", ""}}).status, Reply::Status::unsupported);
}

TEST(LimitedSubjects, DeclareNothingThatIsHidden) {
  EchoSubject inner;
  LimitedSubject const limited(inner, {.providers = {"azure"}, .api_types = {"image"}, .connection_kinds = {"oauth"}});
  EXPECT_THAT(limited.capabilities().providers, Not(Contains("azure")));
  EXPECT_THAT(limited.capabilities().api_types, Not(Contains("image")));
  EXPECT_THAT(limited.capabilities().connection_kinds, Not(Contains("oauth")));
  EXPECT_THAT(limited.capabilities().connection_kinds, Contains("key"));
}

TEST(LimitedSubjects, RefuseWhatAsksForAHiddenFeature) {
  EchoSubject inner;
  LimitedSubject limited(inner, {.features = {"trace", "steering"}});
  EXPECT_EQ(limited.call("run", {{"trace", true}}).value["kind"], "InvokerError");
  EXPECT_EQ(limited.call("turn", {{"turnOptions", {{"steering", Json::array()}}}}).value["kind"], "InvokerError");
  EXPECT_EQ(limited.call("run", {{"trace", false}}).value, Json({{"trace", false}}));
}

Json agent_of(std::string const& provider, std::string const& api_type, std::string const& kind) {
  Json const connection = {{"kind", kind}, {"endpoint", "http://127.0.0.1:1"}, {"apiKey", "k"}, {"name", "n"}};
  return {{"kind", "prompt"},
          {"instructions", ""},
          {"model", {{"id", "m"}, {"provider", provider}, {"apiType", api_type}, {"connection", connection}}}};
}

std::string kind_of_error(Reply const& reply) {
  return reply.status == Reply::Status::error ? reply.value["kind"].get<std::string>() : "";
}

TEST(LimitedReferences, RefuseWhatTheyAreMadeWithout) {
  std::unique_ptr<Subject> const limited = make_limited_reference(
      {.features = {"jinja2"}, .providers = {"azure"}, .api_types = {"image"}, .connection_kinds = {"anonymous"}});
  auto const building = [&](Json const& agent) {
    return kind_of_error(limited->call("build_request", {{"agent", agent}, {"messages", Json::array()}}));
  };
  EXPECT_EQ(building(agent_of("azure", "chat", "key")), "InvokerError");
  EXPECT_EQ(building(agent_of("openai", "image", "key")), "InvokerError");
  EXPECT_EQ(building(agent_of("openai", "chat", "anonymous")), "");
  auto const executing = [&](Json const& agent) {
    return kind_of_error(limited->call("execute", {{"agent", agent}, {"messages", Json::array()}}));
  };
  EXPECT_EQ(executing(agent_of("openai", "chat", "anonymous")), "InvokerError");
  EXPECT_EQ(executing(agent_of("openai", "chat", "key")), "ConnectionError");
  Json const agent = agent_of("openai", "chat", "key");
  EXPECT_EQ(kind_of_error(limited->call("render", {{"agent", agent}, {"inputs", Json::object()}})), "InvokerError");
  EXPECT_EQ(kind_of_error(limited->call("project_tools", {{"agent", agent_of("azure", "chat", "key")}})),
            "InvokerError");
  EXPECT_EQ(kind_of_error(limited->call("lookup", {{"component", "executor"}, {"key", "azure"}})), "InvokerError");
}

TEST(LimitedSubjects, PassEverythingElseOn) {
  EchoSubject inner;
  LimitedSubject limited(inner, {.operations = {"split"}, .features = {}});
  EXPECT_EQ(limited.call("load", {{"path", "p"}}).value, Json({{"path", "p"}}));
  EXPECT_EQ(limited.scratch(), inner.scratch());
  EXPECT_EQ(limited.capabilities().name, inner.capabilities().name);
}

}  // namespace
}  // namespace conformance::limited_test

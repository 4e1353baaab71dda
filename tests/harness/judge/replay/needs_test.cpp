#include "harness/judge/replay/due_ways.hpp"

#include <gmock/gmock.h>

#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::needs_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Needs needs_for(std::string const& operation, Json const& given) {
  return needs_of(one_sample_vector({{"operation", operation}, {"given", given}}));
}

Json agent_of(std::string const& provider) {
  return {{"model", {{"provider", provider}, {"connection", {{"kind", "remote"}}}}}};
}

TEST(NeedsOfAVector, AreProviderAndApiTypeWhereTheyAreAtWork) {
  for (std::string const operation :
       {"build_request", "project_tools", "process", "process_stream", "execute", "run", "turn"}) {
    Needs const needs = needs_for(operation, {{"agent", agent_of("azure")}});
    EXPECT_THAT(needs.providers, ElementsAre("azure")) << operation;
    EXPECT_THAT(needs.api_types, ElementsAre("chat")) << operation;
  }
  for (std::string const operation : {"load", "validate_inputs", "render", "parse", "prepare"})
    EXPECT_THAT(needs_for(operation, {{"agent", agent_of("azure")}}).providers, IsEmpty()) << operation;
}

TEST(NeedsOfAVector, AreTheKindOfConnectionWhereSomebodyConnects) {
  for (std::string const operation : {"execute", "run", "turn"})
    EXPECT_THAT(needs_for(operation, {{"agent", agent_of("azure")}}).connection_kinds, ElementsAre("remote"));
  for (std::string const operation : {"build_request", "process", "prepare"})
    EXPECT_THAT(needs_for(operation, {{"agent", agent_of("azure")}}).connection_kinds, IsEmpty());
}

TEST(NeedsOfAVector, AreNotWhatItRegisters) {
  Json const executor = {{"executors", {{"openai", "an answer"}}}};
  Json const both = {{"executors", {{"openai", "an answer"}}}, {"processors", {{"openai", "an outcome"}}}};
  Json const requested = {{"agent", agent_of("openai")}, {"register", executor}};
  EXPECT_THAT(needs_for("execute", requested).providers, IsEmpty());
  EXPECT_THAT(needs_for("run", requested).providers, ElementsAre("openai"));
  EXPECT_THAT(needs_for("run", requested).connection_kinds, IsEmpty());
  EXPECT_THAT(needs_for("run", {{"agent", agent_of("openai")}, {"register", both}}).providers, IsEmpty());
}

TEST(NeedsOfAVector, AreNotWhatNoDocumentLists) {
  Json const agent = {{"model", {{"provider", "acorn"}, {"apiType", "chatter"}, {"connection", {{"kind", "vault"}}}}}};
  EXPECT_EQ(needs_for("execute", {{"agent", agent}}), Needs{});
}

TEST(NeedsOfAVector, AreTheEngineOfWhatIsRendered) {
  EXPECT_THAT(needs_for("render", {{"agent", Json::object()}}).features, ElementsAre("jinja2"));
  Json const mustache = {{"template", {{"format", {{"kind", "mustache"}}}}}};
  EXPECT_THAT(needs_for("prepare", {{"agent", mustache}}).features, ElementsAre("mustache"));
  EXPECT_THAT(needs_for("parse", {{"agent", mustache}}).features, IsEmpty());
}

TEST(NeedsOfAVector, AreWhatIsLookedUp) {
  EXPECT_THAT(needs_for("lookup", {{"component", "executor"}, {"key", "anthropic"}}).providers,
              ElementsAre("anthropic"));
  Json const steps = Json::array({{{"do", "get_renderer"}, {"key", "mustache"}}, {{"do", "get_tool"}, {"name", "x"}}});
  EXPECT_THAT(needs_for("registry", {{"steps", steps}}).features, ElementsAre("mustache", "tool-registry"));
}

TEST(NeedsOfAVector, AreTheOptionsOfATurn) {
  auto const features = [](Json const& options) {
    return needs_for("turn", {{"agent", agent_of("openai")}, {"turnOptions", options}}).features;
  };
  EXPECT_THAT(features({{"raw", true}}), ElementsAre("jinja2", "raw"));
  EXPECT_THAT(features({{"raw", false}}), ElementsAre("jinja2"));
  EXPECT_THAT(features({{"turn", 2}}), ElementsAre("jinja2", "turn-number"));
  EXPECT_THAT(features({{"tools", Json::object()}}), ElementsAre("jinja2", "run-time-tools"));
}

TEST(NeedsOfAVector, AreTheConnectionsOfToolsThatNoHandlerServes) {
  Json requested = {{"tool", {{"name", "maps"}, {"kind", "mcp"}, {"connection", {{"kind", "oauth"}}}}},
                    {"call", {{"name", "maps"}, {"arguments", "{}"}}}};
  EXPECT_THAT(needs_for("dispatch", requested).connection_kinds, ElementsAre("oauth"));
  EXPECT_THAT(needs_for("dispatch", requested).features, ElementsAre("mcp"));
  requested["names"]["maps"]["returns"] = "served";
  EXPECT_EQ(needs_for("dispatch", requested), Needs{});
}

TEST(NeedsOfAVector, AreStreamsOfResponsesThatTheRuntimeReadsItself) {
  Json const agent = {{"model", {{"provider", "openai"}, {"apiType", "responses"}}}};
  EXPECT_THAT(needs_for("process_stream", {{"agent", agent}}).features, ElementsAre("response-streams"));
  Json const of_claude = {{"model", {{"provider", "anthropic"}, {"apiType", "chat"}}}};
  EXPECT_THAT(needs_for("process_stream", {{"agent", of_claude}}).features, ElementsAre("anthropic-streams"));
  Json const of_chat = {{"model", {{"provider", "openai"}, {"apiType", "chat"}}}};
  EXPECT_THAT(needs_for("process_stream", {{"agent", of_chat}}).features, IsEmpty());
  EXPECT_THAT(needs_for("process", {{"agent", agent}}).features, IsEmpty());
  EXPECT_THAT(needs_for("run", {{"agent", agent}, {"stream", "true"}}).features, IsEmpty());
  Json requested = {{"agent", agent}, {"stream", true}};
  for (std::string const operation : {"execute", "run"})
    EXPECT_THAT(needs_for(operation, requested).features, ElementsAre("response-streams", "stream")) << operation;
  requested["register"]["processors"]["openai"] = "an outcome";
  EXPECT_THAT(needs_for("run", requested).features, ElementsAre("register", "stream"));
  requested["stream"] = false;
  EXPECT_THAT(needs_for("execute", requested).features, ElementsAre("register"));
}

TEST(NeedsOfAVector, AreErrorsOfUndefinedVariablesWhereItAsksForThem) {
  EXPECT_THAT(needs_for("render", {{"agent", Json::object()}, {"undefined", "error"}}).features,
              ElementsAre("jinja2", "undefined-error"));
  EXPECT_THAT(needs_for("render", {{"agent", Json::object()}, {"undefined", "empty"}}).features, ElementsAre("jinja2"));
  Json const agent = {{"template", {{"format", {{"kind", "jinja2"}, {"undefined", "error"}}}}}};
  EXPECT_THAT(needs_for("prepare", {{"agent", agent}}).features, ElementsAre("jinja2", "undefined-error"));
}

TEST(NeedsOfAVector, AreTheEnvironmentThatItSets) {
  EXPECT_THAT(needs_of(one_sample_vector({{"operation", "load"}, {"env", Json::object()}})).features,
              ElementsAre("env"));
}

TEST(NeedsOfAVector, AreThoseOfPromptsThatItCalls) {
  Json const files = {{"child.prompty", "---\nmodel:\n  provider: foundry\n  apiType: responses\n---\nHi"}};
  Needs const needs = needs_of(one_sample_vector(
      {{"operation", "dispatch"},
       {"given", {{"tool", {{"kind", "prompty"}, {"path", "child.prompty"}}}, {"call", {{"name", "c"}}}}},
       {"files", files}}));
  EXPECT_THAT(needs.providers, ElementsAre("foundry"));
  EXPECT_THAT(needs.api_types, ElementsAre("responses"));
  EXPECT_THAT(needs.features, ElementsAre("jinja2", "prompty-tools"));
}

}  // namespace
}  // namespace conformance::needs_test

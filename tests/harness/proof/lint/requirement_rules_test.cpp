#include <fmt/core.h>
#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance::requirement_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Json building(Json const& model, Json const& requires_) {
  return sample_vector({{"operation", "build_request"},
                        {"given", {{"agent", {{"model", model}}}, {"messages", Json::array()}}},
                        {"requires", requires_}});
}

/// What the sample vectors cite, and P6-01, which belongs to the feature parse-details.
ClauseRegistry registry_with_an_extension() {
  std::vector<Clause> clauses = sample_registry().clauses();
  std::vector<Clause> const more = parse_page(
      "## §6 Parsing\nClass: file-format\nGroup: ours\n- **P6-01** MUST · extension parse-details — It ends.\n",
      "spec/06.md");
  clauses.insert(clauses.end(), more.begin(), more.end());
  return ClauseRegistry(clauses, sample_registry().decisions());
}

std::vector<std::string> found_for(Json const& vector) {
  std::vector<std::string> found;
  for (LintFinding const& finding : lint_requirements(sample_vectors({vector}), registry_with_an_extension()))
    found.push_back(finding.rule + ": " + finding.message);
  return found;
}

TEST(RequirementsOfVectors, AreWhatTheirAgentsNeed) {
  Json const of_claude = {{"provider", "anthropic"}, {"apiType", "chat"}};
  EXPECT_THAT(found_for(building(of_claude, {{"providers", {"anthropic"}}})), IsEmpty());
  EXPECT_THAT(found_for(building(of_claude, nullptr)),
              ElementsAre(HasSubstr("missing-requirement: what it asks for needs the provider anthropic")));
  EXPECT_THAT(found_for(building({{"provider", "openai"}, {"apiType", "responses"}}, nullptr)),
              ElementsAre(HasSubstr("needs the apiType responses")));
}

TEST(RequirementsOfVectors, AreNotStatedWithoutNeed) {
  Json const usual = {{"provider", "openai"}, {"apiType", "chat"}};
  EXPECT_THAT(found_for(building(usual, nullptr)), IsEmpty());
  EXPECT_THAT(found_for(building(usual, {{"providers", {"azure"}}})),
              ElementsAre(HasSubstr("superfluous-requirement: \"requires\" names the provider azure, which nothing")));
  EXPECT_THAT(found_for(building(usual, {{"providers", {"openai"}}})),
              ElementsAre(HasSubstr("names the provider openai, which is understood")));
  EXPECT_THAT(found_for(building(usual, {{"features", {"trace"}}})), ElementsAre(HasSubstr("the feature trace")));
}

TEST(RequirementsOfVectors, MayNameFeaturesThatOnlyAnExpectationTells) {
  EXPECT_THAT(found_for(building({{"provider", "openai"}}, {{"features", {"events", "strict"}}})), IsEmpty());
}

TEST(RequirementsOfVectors, AreTheFeaturesOfTheExtensionsThatTheyCite) {
  auto const parsing = [](Json const& requires_) {
    return sample_vector(
        {{"operation", "parse"}, {"clauses", {"P6-01"}}, {"given", {{"rendered", "Hi"}}}, {"requires", requires_}});
  };
  EXPECT_THAT(found_for(parsing({{"features", {"parse-details"}}})), IsEmpty());
  EXPECT_THAT(found_for(parsing(nullptr)),
              ElementsAre(HasSubstr("missing-requirement: what it asks for needs the feature parse-details")));
  EXPECT_THAT(found_for(building({{"provider", "openai"}}, {{"features", {"parse-details"}}})),
              ElementsAre(HasSubstr("superfluous-requirement")));
}

TEST(RequirementsOfVectors, AreWhatTheAgentsInTheirFilesNeed) {
  Json const file = {{"ask.prompty", "---\nmodel:\n  provider: anthropic\n  connection:\n    kind: oauth\n---\nHi"}};
  auto const vector = [&](std::string const& operation, Json const& requires_) {
    return sample_vector(
        {{"operation", operation}, {"given", {{"path", "ask.prompty"}}}, {"files", file}, {"requires", requires_}});
  };
  EXPECT_THAT(found_for(vector("invoke", nullptr)),
              ElementsAre(HasSubstr("the provider anthropic"), HasSubstr("the connectionKind oauth")));
  EXPECT_THAT(found_for(vector("invoke", {{"providers", {"anthropic"}}, {"connectionKinds", {"oauth"}}})), IsEmpty());
  EXPECT_THAT(found_for(vector("load", nullptr)), IsEmpty());
}

}  // namespace
}  // namespace conformance::requirement_rules_test

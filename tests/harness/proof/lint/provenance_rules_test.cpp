#include <fmt/core.h>
#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance::provenance_rules_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char const* decisions =
    "## A-001 — Ours is public\nReadings:\n- **a** · as-written, public — a\n- **b** — b\n"
    "## A-002 — Another one is\nReadings:\n- **a** · as-written — a\n- **b** · public — b\n";

std::vector<std::string> found_for(std::string const& group, std::string const& markers) {
  ClauseRegistry const registry(
      parse_page("## §1 A\nClass: agent\n" + group + "- **P1-01** MUST" + markers + " — It runs.\n", "spec/01.md"),
      parse_decisions(decisions, "spec/decisions.md"));
  std::vector<std::string> found;
  for (LintFinding const& finding : lint_provenance(registry, {"strict", "events"}))
    found.push_back(fmt::format("{} {}", finding.rule, finding.place));
  return found;
}

TEST(ClausesOfOurs, SayWhereTheyComeFrom) {
  EXPECT_THAT(found_for("Group: ours\n", " · public"), IsEmpty());
  EXPECT_THAT(found_for("Group: ours\n", " · extension strict · contested A-001"), IsEmpty());
  EXPECT_THAT(found_for("Group: ours\n", " · both readings · contested A-001, A-002"), IsEmpty());
  EXPECT_THAT(found_for("Group: ours\n", " · contested A-001"), ElementsAre("no-provenance P1-01"));
}

TEST(Extensions, BelongToAFeatureThatAdaptersDeclare) {
  EXPECT_THAT(found_for("Group: ours\n", " · extension strict, events"), IsEmpty());
  EXPECT_THAT(found_for("Group: ours\n", " · extension"), ElementsAre("extension-without-feature P1-01"));
  EXPECT_THAT(found_for("Group: ours\n", " · extension · native"), ElementsAre("extension-without-feature P1-01"));
  EXPECT_THAT(found_for("Group: ours\n", " · extension stricter"), ElementsAre("unknown-feature P1-01"));
}

TEST(ClausesOfOurs, HaveAnotherPublicReadingWhenBothAreAccepted) {
  EXPECT_THAT(found_for("Group: ours\n", " · both readings"), ElementsAre("unread-provenance P1-01"));
  EXPECT_THAT(found_for("Group: ours\n", " · both readings · contested A-001"), ElementsAre("unread-provenance P1-01"));
}

TEST(ClausesOfTheDocuments, SayNothingOfThePublicSpecification) {
  EXPECT_THAT(found_for("", ""), IsEmpty());
  EXPECT_THAT(found_for("", " · extension strict"), ElementsAre("needless-provenance P1-01"));
}

}  // namespace
}  // namespace conformance::provenance_rules_test

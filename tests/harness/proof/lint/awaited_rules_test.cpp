#include <fmt/core.h>
#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance::awaited_rules_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> found_for(std::string const& markers, AwaitedNames const& names) {
  ClauseRegistry const registry(
      parse_page("## §1 A\nClass: agent\n- **P1-01** MUST" + markers + " — It runs.\n", "spec/01.md"), {});
  std::vector<std::string> found;
  for (LintFinding const& finding : lint_awaited(registry, names))
    found.push_back(fmt::format("{} {}", finding.rule, finding.place));
  return found;
}

AwaitedNames const names = {.known = {"load", "dispatch", "image"}, .here = {"load"}};

TEST(AwaitingClauses, MayAwaitWhatIsNotHere) {
  EXPECT_THAT(found_for(" · awaits dispatch", names), IsEmpty());
  EXPECT_THAT(found_for(" · awaits load, image", names), IsEmpty());
  EXPECT_THAT(found_for("", names), IsEmpty());
}

TEST(AwaitingClauses, AreFoundWhenAllIsHere) {
  EXPECT_THAT(found_for(" · awaits load", names), ElementsAre("stale-awaits P1-01"));
}

TEST(AwaitingClauses, AreFoundWhenTheyAwaitWhatNeverComes) {
  EXPECT_THAT(found_for(" · awaits dispach", names), ElementsAre("unknown-awaited P1-01"));
}

TEST(AwaitedNamesOfThisRepository, KnowTheProtocol) {
  Capabilities reference;
  reference.api_types = {"chat"};
  reference.providers = {"openai"};
  AwaitedNames const read = read_awaited_names(PROMPTY_SOURCE_DIR "/vectors", reference);
  for (std::string const name : {"responses", "anthropic", "mustache"}) {
    EXPECT_THAT(read.known, Contains(name));
    EXPECT_THAT(read.here, Not(Contains(name)));
  }
  for (std::string const name : {"load", "prepare", "dispatch", "turn", "chat", "openai"})
    EXPECT_THAT(read.here, Contains(name));
}

}  // namespace
}  // namespace conformance::awaited_rules_test

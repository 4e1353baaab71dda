#include <fmt/core.h>
#include <gmock/gmock.h>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance::edition_rules_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

/// P2.9-01 is in both editions, P2.9-08 ends with the first, P2.9-13 begins with the second.
ClauseRegistry registry_of_two() {
  return ClauseRegistry(parse_page("## §2.9 Tools\nClass: file-format\n"
                                   "- **P2.9-01** MUST · contested A-001 — a\n"
                                   "- **P2.9-08** MUST · until 2026-04 — b\n"
                                   "- **P2.9-13** MUST · since 2026-08 — c\n",
                                   "spec/02.md"),
                        parse_decisions("## A-001 — T\nReadings:\n- **near** · as-written — x\n"
                                        "- **far** · until 2026-04 — y\n- **farther** · until 2026-04 — z\n",
                                        "spec/decisions.md"),
                        {"2026-04", "2026-08"});
}

EndedUse const prompts_as_tools = {
    .clause = "P2.9-08",
    .what = "a prompt as a tool",
    .has = R"([.. | objects | (.tools? | arrays | .[]), .tool? | objects] | any(.kind == "prompty"))",
    .at = "spec/ended.yaml:1"};

std::vector<std::string> found_in(std::vector<Json> const& vectors, std::vector<EndedUse> const& ended) {
  Suite const suite{.registry = registry_of_two(), .corpus = sample_corpus(vectors)};
  std::vector<std::string> found;
  for (LintFinding const& finding : lint_editions(suite, ended))
    found.push_back(fmt::format("{} {}", finding.rule, finding.place));
  return found;
}

Json citing(std::vector<std::string> const& clauses, Json const& more = Json::object()) {
  Json changes = more;
  changes["clauses"] = clauses;
  return sample_vector(changes);
}

Json const with_tool = {{"given", {{"tool", {{"name", "t"}, {"kind", "prompty"}}}}}};
Json const with_agent = {{"given", {{"agent", {{"tools", {{{"name", "t"}, {"kind", "prompty"}}}}}}}}};
Json const with_file = {{"files", {{"a.prompty", "---\ntools:\n  - {name: t, kind: prompty}\n---\nHi"}}}};
Json const with_parser = {{"files", {{"a.prompty", "---\ntemplate: {parser: {kind: prompty}}\n---\nHi"}}}};

TEST(EditionLint, FindsWhatOnlyAnEndedClauseAllowed) {
  for (Json const& given : {with_tool, with_agent, with_file})
    EXPECT_THAT(found_in({citing({"P2.9-01"}, given)}, {prompts_as_tools}), ElementsAre("ended-use load/sample/plain"))
        << given.dump();
}

TEST(EditionLint, LeavesVectorsOfOneSideAlone) {
  for (std::string const clause : {"P2.9-08", "P2.9-13"})
    EXPECT_THAT(found_in({citing({"P2.9-01", clause}, with_file)}, {prompts_as_tools}), IsEmpty()) << clause;
}

TEST(EditionLint, FindsUsesThatNoVectorHas) {
  EXPECT_THAT(found_in({citing({"P2.9-01"}, with_parser)}, {prompts_as_tools}),
              ElementsAre("idle-ended-use spec/ended.yaml:1"));
}

TEST(EditionLint, FindsUsesOfClausesThatHaveNotEnded) {
  EndedUse use = prompts_as_tools;
  for (std::string const clause : {"P2.9-01", "P2.9-13", "P9-01"}) {
    use.clause = clause;
    EXPECT_THAT(found_in({citing({"P2.9-01"}, with_tool)}, {use}), ElementsAre("unended-use spec/ended.yaml:1"));
  }
}

TEST(EditionLint, FindsVectorsOfNoEdition) {
  EXPECT_THAT(found_in({citing({"P2.9-08", "P2.9-13"})}, {}), ElementsAre("no-edition load/sample/plain"));
  EXPECT_THAT(found_in({citing({"P2.9-01", "P9-01"})}, {}), ElementsAre("unknown-clause load/sample/plain"));
}

TEST(EditionLint, FindsVectorsWithoutAReadingOfAnEdition) {
  Json const body = {{"value", {{"frontmatter", nullptr}, {"body", "b"}}}};
  Json const far = {{"expect", {{"readings", {{"far", body}, {"farther", body}}}}}};
  EXPECT_THAT(found_in({citing({"P2.9-01"}, far)}, {}), ElementsAre("edition-without-reading load/sample/plain"));
  EXPECT_THAT(found_in({citing({"P2.9-01", "P2.9-08"}, far)}, {}), IsEmpty());
}

TEST(EndedUses, AreReadFromTheirPage) {
  ScratchFolder const scratch;
  std::filesystem::path const spec = scratch.path();
  EXPECT_THAT(read_ended_uses(spec), IsEmpty());
  write_file(spec / "ended.yaml", "P2.9-08:\n  what: a prompt as a tool\n  has: any(.[]; .tool)\n");
  std::vector<EndedUse> const uses = read_ended_uses(spec);
  ASSERT_EQ(uses.size(), 1U);
  EXPECT_EQ(uses[0].clause, "P2.9-08");
  EXPECT_EQ(uses[0].has, "any(.[]; .tool)");
  for (char const* const wrong : {"P2.9-08:\n  what: x\n", "P2.9-08:\n  what: x\n  has: y\n  odd: z\n"}) {
    write_file(spec / "ended.yaml", wrong);
    EXPECT_THAT([&] { static_cast<void>(read_ended_uses(spec)); }, testing::Throws<InputError>()) << wrong;
  }
  EndedUse const broken = {.clause = "P2.9-08", .what = "x", .has = "any(", .at = "spec/ended.yaml:1"};
  EXPECT_THAT([&] { static_cast<void>(found_in({citing({"P2.9-08"})}, {broken})); },
              ThrowsMessage<InputError>(HasSubstr("spec/ended.yaml:1: P2.9-08: ")));
}

}  // namespace
}  // namespace conformance::edition_rules_test

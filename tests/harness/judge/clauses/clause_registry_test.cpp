#include "harness/judge/clauses/clause_registry.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "support/places.hpp"

namespace conformance::clause_registry_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;
using testing::ThrowsMessage;

std::string const head = "## §1 One\nClass: file-format\n";

TEST(ClauseRegistries, FindClausesAndDecisionsById) {
  ClauseRegistry const registry(
      parse_page(head + "- **P1-01** MUST — a\n- **P1-02** MAY · contested A-001 — b\n", "p.md"),
      parse_decisions("## A-001 — T\nReadings:\n- **a** · as-written — x\n", "d.md"));
  ASSERT_NE(registry.find_clause("P1-02"), nullptr);
  EXPECT_EQ(registry.find_clause("P1-02")->statement, "b");
  EXPECT_EQ(registry.find_clause("P1-03"), nullptr);
  EXPECT_EQ(registry.find_decision("A-001")->title, "T");
  EXPECT_EQ(registry.find_decision("A-002"), nullptr);
}

TEST(ClauseRegistries, RefuseIdsThatOccurTwice) {
  EXPECT_THAT([] { ClauseRegistry(parse_page(head + "- **P1-01** MUST — a\n- **P1-01** MAY — b\n", "p.md"), {}); },
              ThrowsMessage<InputError>(StartsWith("p.md:4: P1-01 occurs twice")));
  std::string const decision = "## A-001 — T\nReadings:\n- **a** · as-written — x\n";
  EXPECT_THAT([&] { ClauseRegistry({}, parse_decisions(decision + decision, "d.md")); },
              ThrowsMessage<InputError>(StartsWith("d.md:4: A-001 occurs twice")));
}

TEST(ClauseRegistries, RefuseMarkersWithoutDecision) {
  EXPECT_THAT([] { ClauseRegistry(parse_page(head + "- **P1-01** MUST · contested A-404 — a\n", "p.md"), {}); },
              ThrowsMessage<InputError>(AllOf(StartsWith("p.md:3: "), HasSubstr("P1-01"), HasSubstr("A-404"))));
}

TEST(ClauseFolders, AreReadPageByPage) {
  ScratchFolder const scratch;
  std::filesystem::path const spec = std::filesystem::path(scratch.path()) / "spec";
  write_file(spec / "02-b.md", "## §2 B\nClass: agent\n- **P2-01** MUST — b\n");
  write_file(spec / "01-a.md", head + "- **P1-01** MUST · contested A-001 — a\n");
  write_file(spec / "decisions.md", "## A-001 — T\nReadings:\n- **a** · as-written — x\n");
  write_file(spec / "README.md", "- **P9-01** MUST — shows how a clause is written\n");
  write_file(spec / "notes.txt", "- **P8-01** MUST — no page\n");
  ClauseRegistry const registry = read_clause_registry(spec);
  std::vector<std::string> places;
  for (Clause const& clause : registry.clauses()) places.push_back(fmt::format("{} {}", clause.id, clause.file));
  EXPECT_THAT(places, ElementsAre("P1-01 spec/01-a.md", "P2-01 spec/02-b.md"));
  EXPECT_THAT(registry.decisions(), SizeIs(1));
}

TEST(ClauseFolders, MustExistAndHoldAClause) {
  ScratchFolder const scratch;
  EXPECT_THAT([&] { (void)read_clause_registry(scratch.path() + "/none"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("/none is no folder"), HasSubstr("--spec"))));
  EXPECT_THAT([&] { (void)read_clause_registry(scratch.path()); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("no clause"), HasSubstr("--spec"))));
}

TEST(SpecificationOfThisRepository, HasEveryClauseOfItsSectionsOnce) {
  ClauseRegistry const registry = read_clause_registry(prompty_tests::repository() + "/spec");
  std::map<std::string, int> const last_numbers = {
      {"P2.1", 8},    {"P2.2", 21},  {"P2.3", 13}, {"P2.4", 9},   {"P2.5", 9},   {"P2.6", 10},
      {"P2.7", 27},   {"P2.8", 6},   {"P2.9", 12}, {"P2.9.1", 7}, {"P2.9.2", 9}, {"P7.1.1", 11},
      {"P7.1.2", 16}, {"P7.1.7", 7}, {"P7.2", 9},  {"P7.3", 9},   {"P7.4", 1},   {"P7.4.1", 17},
      {"P8.1", 12},   {"P8.2", 3},   {"P8.3", 7},  {"P8.4", 8}};
  for (auto const& [family, last] : last_numbers) {
    for (int number = 1; number <= last; ++number)
      EXPECT_NE(registry.find_clause(fmt::format("{}-{:02}", family, number)), nullptr) << family << " " << number;
  }
}

TEST(SpecificationOfThisRepository, PutsItsClausesIntoTheirClasses) {
  ClauseRegistry const registry = read_clause_registry(prompty_tests::repository() + "/spec");
  for (Clause const& clause : registry.clauses()) {
    bool const is_traced = clause.id.starts_with("P7.1.8-");
    bool const is_chat = !is_traced && (clause.id.starts_with("P7.1.") || clause.id.starts_with("P8.1-"));
    bool const is_agent = clause.id.starts_with("P2.9.");
    std::string const name = is_chat ? "openai-chat" : is_agent ? "agent" : "file-format";
    if (is_traced) {
      EXPECT_EQ(clause.conformance_class, "tracing") << clause.id;
    }
    if (is_chat || clause.id.starts_with("P2.")) {
      EXPECT_EQ(clause.conformance_class, name) << clause.id;
    }
    // The headings of the message contract have no numbers but ours.
    bool const is_contract = clause.id.starts_with("M");
    EXPECT_THAT(clause.section, StartsWith(is_contract ? "M" : "§")) << clause.id;
    EXPECT_EQ(clause.conformance_class == "messages", is_contract) << clause.id;
  }
}

TEST(SpecificationOfThisRepository, TellsOursFromTheDocuments) {
  ClauseRegistry const registry = read_clause_registry(prompty_tests::repository() + "/spec");
  for (Clause const& clause : registry.clauses()) {
    constexpr std::array sections_of_ours = {"P7.9-", "P7.10-", "P8.8-", "P11.4-", "P11.5-"};
    bool const is_section_of_ours = std::any_of(sections_of_ours.begin(), sections_of_ours.end(),
                                                [&](char const* section) { return clause.id.starts_with(section); });
    bool const in_documents =
        !is_section_of_ours && (clause.id.starts_with("P2.") || clause.id.starts_with("P7.") ||
                                clause.id.starts_with("P8.") || clause.id.starts_with("P11.") || clause.id[0] == 'M');
    EXPECT_EQ(clause.group == Group::documents, in_documents) << clause.id;
    EXPECT_EQ(clause.group == Group::extensions, clause.provenance == Provenance::extension) << clause.id;
  }
}

std::vector<Clause> clauses_of_two_editions() {
  return parse_page(
      "## §1 A\nClass: agent\n- **P1-01** MUST — a\n- **P1-02** MUST · until 2026-04 — b\n"
      "- **P1-03** MUST · since 2026-10 — c\n",
      "spec/01.md");
}

TEST(Editions, HaveTheClausesThatNameNoOther) {
  ClauseRegistry const registry(clauses_of_two_editions(), {}, {"2026-04", "2026-10"});
  auto const ids_of = [&](std::string const& edition) {
    std::vector<std::string> ids;
    ClauseRegistry const of_edition = registry.of_edition(edition);
    for (Clause const& clause : of_edition.clauses()) ids.push_back(clause.id);
    return ids;
  };
  EXPECT_THAT(ids_of("2026-04"), testing::ElementsAre("P1-01", "P1-02"));
  EXPECT_THAT(ids_of("2026-10"), testing::ElementsAre("P1-01", "P1-03"));
}

TEST(Editions, AreKnownOnes) {
  EXPECT_THAT(
      [] { ClauseRegistry(clauses_of_two_editions(), {}); },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("P1-03 names the edition 2026-10; known are 2026-04")));
  EXPECT_THAT([] { static_cast<void>(ClauseRegistry({}, {}).of_edition("2026-10")); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("no edition 2026-10")));
}

TEST(Editions, ChangeLevelAndProvenanceOfAClause) {
  ClauseRegistry const registry(
      parse_page("## §1 A\nClass: agent\nGroup: ours\n"
                 "- **P1-01** MUST · extension strict · SHOULD since 2026-10 · public since 2026-10 — a\n"
                 "- **P1-02** MUST · public · extension events, retries since 2026-10 · until 2026-10 — b\n",
                 "spec/01.md"),
      {}, {"2026-04", "2026-10", "2027-01"});
  ClauseRegistry const first = registry.of_edition("2026-04");
  EXPECT_EQ(first.edition(), "2026-04");
  EXPECT_EQ(first.clauses()[0].level, Level::must);
  EXPECT_EQ(first.clauses()[0].group, Group::extensions);
  EXPECT_EQ(first.clauses()[1].group, Group::ours);
  ClauseRegistry const second = registry.of_edition("2026-10");
  EXPECT_EQ(second.clauses()[0].level, Level::should);
  EXPECT_EQ(second.clauses()[0].group, Group::ours);
  EXPECT_THAT(second.clauses()[0].features, testing::IsEmpty());
  EXPECT_EQ(second.clauses()[1].group, Group::extensions);
  EXPECT_THAT(second.clauses()[1].features, testing::ElementsAre("events", "retries"));
  ClauseRegistry const third = registry.of_edition("2027-01");
  ASSERT_EQ(third.clauses().size(), 1U);
  EXPECT_EQ(third.clauses()[0].level, Level::should) << "what changed stays so";
}

TEST(Editions, HaveReadingsAndMarksOfTheirOwn) {
  std::vector<Decision> const decisions = parse_decisions(
      "## A-001 — Bindings\nReadings:\n"
      "- **static** · as-written until 2026-04 — a\n"
      "- **by-input** · live only until 2026-04 · as-written since 2026-10, live since 2026-10 · public — b\n"
      "- **anywhere** · until 2026-04 — c\n",
      "d.md");
  ClauseRegistry const registry({}, decisions, {"2026-04", "2026-10"});
  Decision const first = *registry.of_edition("2026-04").find_decision("A-001");
  ASSERT_EQ(first.readings.size(), 3U);
  EXPECT_TRUE(is_taken_as_written(first.readings[0]));
  EXPECT_THAT(first.readings[1].profiles, testing::ElementsAre("live"));
  EXPECT_TRUE(first.readings[1].is_departure);
  EXPECT_TRUE(first.readings[1].is_public);
  Decision const second = *registry.of_edition("2026-10").find_decision("A-001");
  ASSERT_EQ(second.readings.size(), 2U);
  EXPECT_THAT(second.readings[0].profiles, testing::IsEmpty());
  EXPECT_THAT(second.readings[1].profiles, testing::ElementsAre("as-written", "live"));
  EXPECT_FALSE(second.readings[1].is_departure);
}

TEST(Editions, HaveTheDecisionsAboutTheirClauses) {
  std::vector<Decision> const decisions = parse_decisions(
      "## A-001 — T\nReadings:\n- **a** · as-written — x\n## A-002 — T\nReadings:\n- **a** · as-written — x\n", "d.md");
  ClauseRegistry const registry(
      parse_page("## §1 A\nClass: agent\n- **P1-01** MUST · until 2026-04 · contested A-001 — a\n", "spec/01.md"),
      decisions, {"2026-04", "2026-10"});
  EXPECT_NE(registry.of_edition("2026-04").find_decision("A-001"), nullptr);
  EXPECT_EQ(registry.of_edition("2026-10").find_decision("A-001"), nullptr);
  EXPECT_NE(registry.of_edition("2026-10").find_decision("A-002"), nullptr) << "it contests no clause of any edition";
}

TEST(Editions, HaveOneReadingAsWrittenEach) {
  for (char const* const readings : {"- **a** · as-written until 2026-04 — x\n- **b** — y\n",
                                     "- **a** · as-written — x\n- **b** · as-written since 2026-10 — y\n",
                                     "- **a** · as-written · since 2026-10 — x\n"}) {
    EXPECT_THAT(
        [&] { static_cast<void>(parse_decisions(std::string("## A-001 — T\nReadings:\n") + readings, "d.md")); },
        testing::ThrowsMessage<InputError>(testing::HasSubstr("in every edition")))
        << readings;
  }
  std::vector<Decision> const decisions =
      parse_decisions("## A-001 — T\nReadings:\n- **a** · as-written — x\n- **b** · since 2027-01 — y\n", "d.md");
  EXPECT_THAT([&] { ClauseRegistry({}, decisions, {"2026-04"}); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("A-001 names the edition 2027-01")));
}

TEST(Editions, AreListedOldestFirst) {
  EXPECT_THAT(parse_editions("# E\n\n- **2026-04** — a\n- **2026-10** — b\n", "e.md"),
              testing::ElementsAre("2026-04", "2026-10"));
  for (char const* const text : {"- **2026-10** — b\n- **2026-04** — a\n", "- 2026-04\n", "# none\n"})
    EXPECT_THAT([&] { static_cast<void>(parse_editions(text, "e.md")); }, testing::Throws<InputError>()) << text;
}

TEST(Levels, BindWhenTheyAreMustOrMustNot) {
  EXPECT_TRUE(is_binding(Level::must));
  EXPECT_TRUE(is_binding(Level::must_not));
  EXPECT_FALSE(is_binding(Level::should));
  EXPECT_FALSE(is_binding(Level::should_not));
  EXPECT_FALSE(is_binding(Level::may));
}

}  // namespace
}  // namespace conformance::clause_registry_test

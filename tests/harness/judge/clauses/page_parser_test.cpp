#include <gmock/gmock.h>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/files/input_error.hpp"

namespace conformance::page_parser_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
using testing::ThrowsMessage;

std::string const heading = "## §1.2 Shapes\n\nClass: file-format\n\n";

std::vector<Clause> clauses_in(std::string const& items) {
  return parse_page(heading + items, "spec/01.md");
}

TEST(SpecificationPages, GiveEachItemWithItsSectionAndClass) {
  std::vector<Clause> const clauses = parse_page(
      "# Title\n\n## §1.2 Shapes\n\nClass: file-format\n\nProse.\n\n- **P1.2-01** MUST — A file is text.\n"
      "- **M4-12** MAY — It may be empty.\n\n## §1.3 Colours\nClass: openai-chat\n- **P1.3-01** SHOULD NOT — Be red.\n",
      "spec/01.md");
  ASSERT_THAT(clauses, SizeIs(3));
  Clause const expected{.id = "P1.2-01",
                        .level = Level::must,
                        .native = false,
                        .unobservable = std::nullopt,
                        .contested = {},
                        .statement = "A file is text.",
                        .section = "§1.2 Shapes",
                        .conformance_class = "file-format",
                        .file = "spec/01.md",
                        .line = 9};
  EXPECT_EQ(clauses[0], expected);
  EXPECT_EQ(clauses[1].id, "M4-12");
  EXPECT_EQ(clauses[1].level, Level::may);
  EXPECT_EQ(clauses[2].section, "§1.3 Colours");
  EXPECT_EQ(clauses[2].conformance_class, "openai-chat");
  EXPECT_EQ(clauses[2].level, Level::should_not);
  EXPECT_EQ(clauses[2].line, 14);
}

TEST(SpecificationPages, JoinContinuationLines) {
  std::vector<Clause> const clauses = clauses_in(
      "- **P1.2-01** MUST — One\n  two\n  three.\n\n  Not part of it.\n- **P1.2-02** MUST — Next.\nProse.\n");
  ASSERT_THAT(clauses, SizeIs(2));
  EXPECT_EQ(clauses[0].statement, "One two three.");
  EXPECT_EQ(clauses[1].statement, "Next.");
}

TEST(SpecificationPages, ReadMarkers) {
  std::vector<Clause> const clauses = clauses_in(
      "- **P1.2-01** MUST · native — Is one per process.\n"
      "- **P1.2-02** MUST NOT · unobservable: nothing shows it — Is kept.\n"
      "- **P1.2-03** SHOULD · contested A-001, A-023 — Reads.\n"
      "- **P1.2-04** MAY · native · contested A-001 — Both.\n"
      "- **P1.2-05** MUST NOT · security · contested A-001 — Lets others in.\n");
  ASSERT_THAT(clauses, SizeIs(5));
  EXPECT_TRUE(clauses[0].native);
  EXPECT_FALSE(clauses[0].testable());
  EXPECT_EQ(clauses[1].unobservable, "nothing shows it");
  EXPECT_EQ(clauses[1].level, Level::must_not);
  EXPECT_FALSE(clauses[1].testable());
  EXPECT_THAT(clauses[2].contested, ElementsAre("A-001", "A-023"));
  EXPECT_TRUE(clauses[2].testable());
  EXPECT_TRUE(clauses[3].native);
  EXPECT_THAT(clauses[3].contested, ElementsAre("A-001"));
  EXPECT_FALSE(clauses[3].security);
  EXPECT_TRUE(clauses[4].security);
}

TEST(SpecificationPages, ReadWhereAClauseComesFrom) {
  std::vector<Clause> const clauses = clauses_in(
      "- **P1.2-01** MUST — Is said.\n- **P1.2-02** MUST · public — Is said twice.\n"
      "- **P1.2-03** MUST · both readings · contested A-001 — Is said otherwise.\n"
      "- **P1.2-04** SHOULD · extension events, strict · native — Is ours.\n");
  ASSERT_THAT(clauses, SizeIs(4));
  EXPECT_EQ(clauses[0].provenance, Provenance::none);
  EXPECT_EQ(clauses[1].provenance, Provenance::public_text);
  EXPECT_EQ(clauses[2].provenance, Provenance::both_readings);
  EXPECT_EQ(clauses[3].provenance, Provenance::extension);
  EXPECT_TRUE(clauses[3].native);
  EXPECT_THAT(clauses[3].features, ElementsAre("events", "strict"));
  EXPECT_THAT(clauses[2].features, IsEmpty());
}

TEST(SpecificationPages, TellOurSectionsFromThoseOfTheDocuments) {
  std::vector<Clause> const clauses = parse_page(
      "## §2 A\nClass: agent\n- **P2-01** MUST — x\n## §4 B\n\nClass: agent\nGroup: ours\n- **P4-01** MUST — y\n"
      "- **P4-02** MUST · public — z\n- **P4-03** MUST · extension — v\n## §7 C\nClass: agent\n- **P7-01** MUST — w\n",
      "p.md");
  std::vector<Group> groups;
  for (Clause const& clause : clauses) groups.push_back(clause.group);
  EXPECT_THAT(groups, ElementsAre(Group::documents, Group::ours, Group::ours, Group::extensions, Group::documents));
}

TEST(SpecificationPages, ReadEveryLevel) {
  std::vector<Clause> const clauses = clauses_in(
      "- **P1.2-01** MUST — a\n- **P1.2-02** MUST NOT — b\n- **P1.2-03** SHOULD — c\n- **P1.2-04** SHOULD NOT — d\n"
      "- **P1.2-05** MAY — e\n");
  std::vector<Level> levels;
  for (Clause const& clause : clauses) levels.push_back(clause.level);
  EXPECT_THAT(levels, ElementsAre(Level::must, Level::must_not, Level::should, Level::should_not, Level::may));
}

TEST(SpecificationPages, LeaveOrdinaryListsAndCodeAlone) {
  EXPECT_THAT(clauses_in("- an item\n- **bold** item\n```\n- **P1.2-01** MUST — sample\n```\n* PROMPTY-1 is no id\n"),
              IsEmpty());
}

TEST(SpecificationPages, TakeCarriageReturns) {
  std::vector<Clause> const clauses =
      parse_page("## §1 A\r\nClass: agent\r\n- **P1-01** MUST — One\r\n  two.\r\n", "p.md");
  ASSERT_THAT(clauses, SizeIs(1));
  EXPECT_EQ(clauses[0].statement, "One two.");
  EXPECT_EQ(clauses[0].conformance_class, "agent");
}

struct Mistake {
  char const* name;
  char const* item;
  char const* reported;
};

std::string name_of_mistake(testing::TestParamInfo<Mistake> const& mistake) {
  return mistake.param.name;
}

void PrintTo(Mistake const& mistake, std::ostream* stream) {
  *stream << mistake.item;
}

class MistakesOnPages : public testing::TestWithParam<Mistake> {};

TEST_P(MistakesOnPages, AreReportedWithFileAndLine) {
  EXPECT_THAT([] { (void)clauses_in(GetParam().item); },
              ThrowsMessage<InputError>(AllOf(StartsWith("spec/01.md:5: "), HasSubstr(GetParam().reported))));
}

INSTANTIATE_TEST_SUITE_P(
    Each, MistakesOnPages,
    testing::Values(Mistake{"NoBold", "- P1.2-01 MUST — x", "written"},
                    Mistake{"Hyphen", "- **P1.2-01** MUST - x", "written"},
                    Mistake{"OneDigit", "- **P1.2-1** MUST — x", "written"},
                    Mistake{"Indented", "  - **P1.2-01** MUST — x", "written"},
                    Mistake{"NoStatement", "- **P1.2-01** MUST — ", "written"},
                    Mistake{"Level", "- **P1.2-01** SHALL — x", "\"SHALL\" is no level"},
                    Mistake{"LowerCase", "- **P1.2-01** must — x", "\"must\" is no level"},
                    Mistake{"Marker", "- **P1.2-01** MUST · contestd A-001 — x", "unknown marker \"contestd A-001\""},
                    Mistake{"NoReason", "- **P1.2-01** MUST · unobservable: — x", "needs a reason"},
                    Mistake{"MarkerNative", "- **P1.2-01** MUST · Native — x", "unknown marker"}),
    name_of_mistake);

TEST(MistakesOnPages, IncludeClausesOutsideOfASectionWithClass) {
  EXPECT_THAT([] { (void)parse_page("- **P1.2-01** MUST — x", "p.md"); },
              ThrowsMessage<InputError>(AllOf(StartsWith("p.md:1: "), HasSubstr("heading"))));
  EXPECT_THAT([] { (void)parse_page("## §1 A\nClass: agent\n## §2 B\n- **P2-01** MUST — x", "p.md"); },
              ThrowsMessage<InputError>(AllOf(StartsWith("p.md:4: "), HasSubstr("Class: "))));
}

TEST(MistakesOnPages, IncludeOtherGroups) {
  EXPECT_THAT([] { (void)parse_page("## §1 A\nClass: agent\nGroup: theirs\n", "p.md"); },
              ThrowsMessage<InputError>(AllOf(StartsWith("p.md:3: "), HasSubstr("Group: ours"))));
}

std::string const decisions_text =
    "# Decisions\n\nWords.\n\n## A-001 — Blanks\n\nThe passage.\n\nReadings:\n\n- **literal** · as-written — as it\n"
    "  stands.\n- **modern** · live — as it is meant.\n- **third** · without strict — another.\n\nWhy: because.\n- not "
    "a reading\n\n"
    "## A-002 — Dashes\n\nGating: no\n\nReadings:\n\n- **one** · as-written, live — x\n- **two** · public — y\n";

TEST(DecisionPages, GiveReadingsWithTheirProfiles) {
  std::vector<Decision> const decisions = parse_decisions(decisions_text, "spec/decisions.md");
  ASSERT_THAT(decisions, SizeIs(2));
  EXPECT_EQ(decisions[0].id, "A-001");
  EXPECT_EQ(decisions[0].title, "Blanks");
  EXPECT_EQ(decisions[0].line, 5);
  EXPECT_TRUE(decisions[0].gating);
  EXPECT_THAT(decisions[0].readings,
              ElementsAre(Reading{.name = "literal", .profiles = {"as-written"}, .text = "as it stands."},
                          Reading{.name = "modern", .profiles = {"live"}, .text = "as it is meant."},
                          Reading{.name = "third", .profiles = {}, .text = "another.", .without = "strict"}));
  EXPECT_FALSE(decisions[1].gating);
  EXPECT_THAT(decisions[1].readings[0].profiles, ElementsAre("as-written", "live"));
  EXPECT_FALSE(decisions[1].readings[0].is_public);
  EXPECT_THAT(decisions[1].readings[1].profiles, IsEmpty());
  EXPECT_TRUE(decisions[1].readings[1].is_public);
  EXPECT_EQ(decisions[0].find("third"), &decisions[0].readings[2]);
  EXPECT_EQ(decisions[0].find("fourth"), nullptr);
}

TEST(DecisionPages, MayHaveChaptersAboveTheirEntries) {
  std::vector<Decision> const decisions = parse_decisions(
      "# Decisions\n\n## Load\n\nWords.\n\n### A-002 — Dashes\n\nReadings:\n\n- **one** · as-written — x\n\n"
      "## Wire\n\n- no reading\n\n### A-001 — Blanks\n\nReadings:\n\n- **two** · as-written — y\n",
      "spec/decisions.md");
  ASSERT_THAT(decisions, SizeIs(2));
  EXPECT_EQ(decisions[0].id, "A-002");
  EXPECT_THAT(decisions[0].readings, SizeIs(1));
  EXPECT_EQ(decisions[1].id, "A-001");
  EXPECT_EQ(decisions[1].line, 17);
}

class MistakesInDecisions : public testing::TestWithParam<Mistake> {};

TEST_P(MistakesInDecisions, AreReportedWithFileAndLine) {
  EXPECT_THAT([] { (void)parse_decisions(GetParam().item, "decisions.md"); },
              ThrowsMessage<InputError>(AllOf(StartsWith("decisions.md:"), HasSubstr(GetParam().reported))));
}

INSTANTIATE_TEST_SUITE_P(
    Each, MistakesInDecisions,
    testing::Values(
        Mistake{"Heading", "\n## A-1 — Short\n", ":2: a decision is headed"},
        Mistake{"HeadingOfAnEntry", "## Load\n### Something else\n", ":2: a decision is headed"},
        Mistake{"Reading", "## A-001 — T\nReadings:\n- literal — x\n", ":3: a reading is written"},
        Mistake{"Profile", "## A-001 — T\nReadings:\n- **a** · lenient — x\n", ":3: \"lenient\" is no mark"},
        Mistake{"NobodyTakesAsWritten", "## A-001 — T\nReadings:\n- **a** · live — x\n- **b** — y\n",
                ":1: A-001: exactly"},
        Mistake{"TwoTakeAsWritten", "## A-001 — T\nReadings:\n- **a** · as-written — x\n- **b** · as-written — y\n",
                ":1: A-001: exactly"},
        Mistake{"TwoTakeLive", "## A-001 — T\nReadings:\n- **a** · as-written, live — x\n- **b** · live — y\n",
                ":1: A-001: exactly"},
        Mistake{"SameName", "## A-001 — T\nReadings:\n- **a** · as-written — x\n- **a** — y\n",
                "two readings are called \"a\""},
        Mistake{"NoReading", "## A-001 — T\n\nWords only.\n", ":1: A-001: has no reading"},
        Mistake{"Gating", "## A-001 — T\nGating: No\n", ":2: the line reads \"Gating: no\""}),
    name_of_mistake);

}  // namespace
}  // namespace conformance::page_parser_test

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/clauses/edition.hpp"
#include "harness/judge/files/file_tree.hpp"

namespace conformance {

/// The strength of a clause, in the words of RFC 2119.
enum class Level : std::uint8_t { must, must_not, should, should_not, may };

/// "MUST", "MUST NOT", …
[[nodiscard]] std::string_view level_name(Level level);

/// Whether clauses of this level decide conformance by themselves (MUST and MUST NOT).
[[nodiscard]] bool is_binding(Level level);

/// Who demands what a clause says. Reports keep the groups apart, and others are judged by the first alone unless
/// more is requested.
enum class Group : std::uint8_t {
  documents,  ///< the five documents
  ours,       ///< our pages, about what the documents only refer to, as the public specification has it
  extensions  ///< our pages alone
};

inline constexpr std::array all_groups{Group::documents, Group::ours, Group::extensions};

/// "documents", "ours" or "extensions".
[[nodiscard]] std::string_view group_name(Group group);

/// "the five documents", "our own pages" or "our extensions".
[[nodiscard]] std::string_view group_text(Group group);

[[nodiscard]] std::optional<Group> group_named(std::string_view name);

/// How a clause of ours stands to the public specification of the same system.
enum class Provenance : std::uint8_t {
  none,           ///< not said; a clause of the documents
  public_text,    ///< that text says the same
  both_readings,  ///< it says something else, and a decision accepts both
  extension       ///< it says nothing of the matter, or demands less
};

/// "public", "both readings", "extension", or nothing.
[[nodiscard]] std::string_view provenance_name(Provenance provenance);

/// How a clause stands from an edition on, where that is not how it stood before.
struct ClauseChange {
  std::string since;                     ///< the edition
  std::optional<Level> level;            ///< nothing when that stays
  std::optional<Provenance> provenance;  ///< nothing when that stays
  std::vector<std::string> features;     ///< of a clause that becomes an extension

  bool operator==(ClauseChange const&) const = default;
};

/// One normative statement, as read from a list item of a page in spec/.
struct Clause {
  std::string id;  ///< "P7.1.2-03", "M4-01"
  Level level = Level::must;
  bool native = false;                      ///< shown by a unit test of the reference, by no operation
  bool security = false;                    ///< who breaks it lets somebody in: reports show that first
  std::optional<std::string> unobservable;  ///< the reason, when nothing can show it
  std::vector<std::string> contested;       ///< ids of entries of decisions.md
  std::string statement;
  std::string section;            ///< heading without "## ", e.g. "§2.1 Structure"
  std::string conformance_class;  ///< "file-format", "openai-chat", …
  Group group = Group::documents;
  Provenance provenance = Provenance::none;
  std::vector<std::string> features;  ///< of an extension: what an adapter declares to be judged by it
  EditionSpan span;                   ///< the editions that have it
  std::vector<ClauseChange> changes;  ///< as written; none in the clauses of one edition
  std::string file;                   ///< path of the page as opened
  int line = 0;

  bool operator==(Clause const&) const = default;
  /// Whether vectors have to hold it.
  [[nodiscard]] bool testable() const { return !native && !unobservable; }
  /// As it stands in an edition that has it.
  [[nodiscard]] Clause in_edition(std::string_view edition) const;
};

/// How its page writes in which editions there is something: "since 2026-08", "until 2026-04", both, or nothing.
[[nodiscard]] std::string span_text(EditionSpan const& span);

/// A mark of a reading that stands in some editions only.
struct ReadingMark {
  std::string name;  ///< "as-written", "live only", "public", "without FEATURE", …
  EditionSpan span;

  bool operator==(ReadingMark const&) const = default;
};

/// One way to read a contested point.
struct Reading {
  std::string name;                   ///< kebab-case, unique within its decision
  std::vector<std::string> profiles;  ///< of "as-written" and "live", those that take it
  std::string text;
  /// Whether it leaves a MUST of the documents for the sake of today's providers: accepted in the profile live alone.
  bool is_departure = false;
  /// Whether it is that of the public specification of the same system.
  bool is_public = false;
  std::string without = {};  ///< the feature that its followers do not declare; "" when it concerns no feature
  EditionSpan span = {};     ///< the editions in which it is one
  /// Those that stand in some editions only, which the members above do not have; none in the readings of one edition.
  std::vector<ReadingMark> marks = {};

  bool operator==(Reading const&) const = default;
  /// As it stands in an edition that has it.
  [[nodiscard]] Reading in_edition(std::string_view edition) const;
};

/// Whether the profile as-written takes it.
[[nodiscard]] bool is_taken_as_written(Reading const& reading);

/// One entry of decisions.md.
struct Decision {
  std::string id;  ///< "A-002"
  std::string title;
  std::vector<Reading> readings;
  bool gating = true;  ///< whether its vectors may decide the exit code of others
  std::string file;
  int line = 0;

  bool operator==(Decision const&) const = default;
  [[nodiscard]] Reading const* find(std::string_view name) const;
  /// With the readings that an edition has.
  [[nodiscard]] Decision in_edition(std::string_view edition) const;
};

/// All clauses and decisions of the specification pages, and the editions that they belong to, in the order of the
/// pages (file name, then line).
class ClauseRegistry {
 public:
  ClauseRegistry() = default;
  /// Throws InputError on an id that occurs twice, a contested marker whose decision does not exist, and an edition
  /// that a clause or a reading names and that does not exist.
  ClauseRegistry(std::vector<Clause> clauses, std::vector<Decision> decisions,
                 std::vector<std::string> editions = {first_edition});

  [[nodiscard]] std::vector<Clause> const& clauses() const { return clauses_; }
  [[nodiscard]] std::vector<Decision> const& decisions() const { return decisions_; }
  /// The editions of the specification, the oldest first; never none.
  [[nodiscard]] std::vector<std::string> const& editions() const { return editions_; }
  /// The one edition of which the clauses and readings are; "" when they are those of all.
  [[nodiscard]] std::string const& edition() const { return edition_; }
  /// What is offered to whoever is to answer by these clauses: that edition, the first one for those of all.
  [[nodiscard]] std::vector<std::string> offered_editions() const {
    return {edition_.empty() ? std::string(first_edition) : edition_};
  }
  /// The same with the clauses and readings of one edition alone, as they stand there; without decisions that contest
  /// clauses of others alone. Throws InputError for an edition that there is not.
  [[nodiscard]] ClauseRegistry of_edition(std::string const& edition) const;
  /// The same without the clauses that no public text demands.
  [[nodiscard]] ClauseRegistry without_extensions() const;
  /// nullptr when there is none.
  [[nodiscard]] Clause const* find_clause(std::string_view id) const;
  [[nodiscard]] Decision const* find_decision(std::string_view id) const;
  /// The first known one of clauses that a vector cites; the others are of the same group and of a level that decides
  /// alike. A MUST of the documents without a name when none is known.
  [[nodiscard]] Clause const& leading_clause(std::vector<std::string> const& cited) const;

 private:
  std::vector<Clause> clauses_;
  std::vector<Decision> decisions_;
  std::vector<std::string> editions_ = {first_edition};
  std::string edition_;
  std::map<std::string, std::size_t, std::less<>> clause_index_;
  std::map<std::string, std::size_t, std::less<>> decision_index_;
};

/// Clauses of one page given as text; `file` goes into the clauses and the errors.
/// Throws InputError ("file:line: …") on a list item that looks like a clause and is not one.
[[nodiscard]] std::vector<Clause> parse_page(std::string_view text, std::string const& file);

/// Decisions of decisions.md given as text. Throws InputError ("file:line: …").
[[nodiscard]] std::vector<Decision> parse_decisions(std::string_view text, std::string const& file);

/// Editions of editions.md given as text, the oldest first. Throws InputError ("file:line: …").
[[nodiscard]] std::vector<std::string> parse_editions(std::string_view text, std::string const& file);

/// Reads every *.md of a folder (decisions.md as decisions, editions.md as editions). Throws InputError when the folder
/// has no clause.
[[nodiscard]] ClauseRegistry read_clause_registry(FileTree const& spec);

}  // namespace conformance

#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/clauses/code_places.hpp"
#include "harness/judge/deviations/deviation_pages.hpp"
#include "harness/judge/subject/subject.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/variations/carried_page.hpp"
#include "harness/judge/variations/crossing_page.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "harness/proof/sharpness/kill_matrix.hpp"

namespace conformance {

/// One thing that a rule for authors forbids (vectors/README.md, spec/README.md).
struct LintFinding {
  std::string rule;   ///< "unknown-clause", "no-twin", …
  std::string place;  ///< vector id, clause id, file, or file:line
  std::string message;

  bool operator==(LintFinding const&) const = default;
};

// Vectors and the files that they stand in: vector_rules.cpp

/// Rules over vectors and clauses: exempt-clause, mixed-levels, mixed-groups, no-twin, poor-twin,
/// clause-without-vector, unknown-reading, gating, unknown-transform, machine-state. Each edition has to follow them by
/// itself: what it is given are the vectors and clauses of one.
[[nodiscard]] std::vector<LintFinding> lint_corpus(Corpus const& corpus, ClauseRegistry const& registry);

/// Rule unused-fixture.
[[nodiscard]] std::vector<LintFinding> lint_fixtures(Corpus const& corpus);

/// Rules over `requires`: missing-requirement for what the params, agents and files of a vector need (`needs_of`) and
/// it does not state, superfluous-requirement for what it states and they do not need, or what is understood. Features
/// that only an expectation tells are not superfluous.
[[nodiscard]] std::vector<LintFinding> lint_requirements(std::vector<Vector> const& vectors,
                                                         ClauseRegistry const& registry);

/// The schema of that name below the folder of the vectors. Throws InputError when it is missing.
[[nodiscard]] Json read_schema(std::filesystem::path const& vectors_folder, std::string const& name);

/// Rules over the files as text: schema (vectors.schema.json), format (canonical form), params (the given of every
/// known operation against protocol.schema.json). Throws InputError when a schema file is missing.
[[nodiscard]] std::vector<LintFinding> lint_files(std::filesystem::path const& vectors_folder, Corpus const& corpus);

/// Rules over crossings: unknown-clause that one follows from; idle-crossing, which changes no vector.
[[nodiscard]] std::vector<LintFinding> lint_crossings(CrossingPage const& page, ClauseRegistry const& registry,
                                                      Corpus const& corpus);

/// Rules over carried values: idle-carried-type, of which no vector has a value that it expects again;
/// exception-without-clause, whose reason cites no clause, no decision and no RFC; unknown-clause that a reason cites.
[[nodiscard]] std::vector<LintFinding> lint_carried(CarriedPage const& page, ClauseRegistry const& registry,
                                                    Corpus const& corpus);

// Editions: edition_rules.cpp

/// Something that vectors give and that only a clause which has ended gives a meaning.
struct EndedUse {
  std::string clause;
  std::string what;  ///< completes "has …"
  std::string has;   ///< jq filter over a list of what a vector gives, frontmatters of its files included
  std::string at;    ///< page and line, for messages
};

/// ended.yaml of the pages; nothing when there is none. Throws InputError with file and line on what is no YAML, or has
/// unknown or missing members.
[[nodiscard]] std::vector<EndedUse> read_ended_uses(FileTree const& spec);

/// Rules over what belongs to some editions only. unknown-clause, and no-edition: a vector belongs to none. ended-use:
/// a vector has such a thing and belongs to an edition with its clause and to one without; idle-ended-use, which no
/// vector has; unended-use, whose clause belongs to the last edition; edition-without-reading: a vector belongs to an
/// edition that has none of its readings. Throws InputError for a filter that is no jq.
[[nodiscard]] std::vector<LintFinding> lint_editions(Suite const& suite, std::vector<EndedUse> const& ended);

// Clauses and their pages: clause_rules.cpp

/// Rules over the pages as reading matter. page-vectors: the paragraph "Vectors:" of a page names the topics, or whole
/// folders of them, whose vectors cite its clauses, all of them and no others. page-place: the paragraph "Place:" links
/// the pages before and after it in the tables of README.md (left out without a README.md), and those tables have every
/// page. decision-order: every decision stands in a chapter, and their numbers ascend there.
[[nodiscard]] std::vector<LintFinding> lint_pages(std::filesystem::path const& spec_folder, Corpus const& corpus,
                                                  ClauseRegistry const& registry);

/// Rules over how clauses stand to the public specification. no-provenance: a clause of ours does not say it;
/// needless-provenance: a clause of the documents does; unread-provenance: a clause says that both readings are
/// accepted, and none of the decisions that contest it has a public reading which as-written does not take.
[[nodiscard]] std::vector<LintFinding> lint_provenance(ClauseRegistry const& registry,
                                                       std::set<std::string> const& features);

/// The features of the protocol, from its schema.
[[nodiscard]] std::set<std::string> read_features(std::filesystem::path const& vectors_folder);

/// Where the reference does what the clauses say.
struct Citations {
  std::map<std::string, std::vector<CodePlace>> code;  ///< see read_code_places
  std::map<std::string, std::string> without_code;     ///< see read_clauses_without_code
};

/// The most clauses that may do without a line of code.
inline constexpr std::size_t most_clauses_without_code = 60;

/// Rules over citations: unknown-citation of a clause that is on no page; uncited-clause, which no comment of the
/// reference names and no exception; needless-exception of a clause that is cited or unknown; many-exceptions.
[[nodiscard]] std::vector<LintFinding> lint_citations(ClauseRegistry const& registry, Citations const& citations);

// Mutants: mutant_rules.cpp

/// Rules over mutants by themselves: clause-without-mutant, unknown-mutated-clause.
[[nodiscard]] std::vector<LintFinding> lint_mutants(ClauseRegistry const& registry,
                                                    std::vector<Deviation> const& mutants);

/// Rules of sharpness, over what mutants do to the vectors: survivor, unproven-citation, useless-vector.
[[nodiscard]] std::vector<LintFinding> lint_sharpness(KillMatrix const& matrix);

/// Rule foreign-place: a vector fails under a mutant of a clause that it does not cite, and only at places where no
/// mutant of its own clauses ever shows, above or below. That is what other clauses settle by themselves: defaults,
/// kinds and types, members that must not be there, counters. It can be left out of the expectation without losing
/// anything that the vector is for. Not looked at is the content of an answer, which stays strict so that mistakes
/// not listed are seen: what was carried over from the input, the number of elements of a list, messages and
/// requests as a whole, what tells readings apart, and what tells an expected error from one that came too early. A
/// vector whose clauses only show in whether there is an answer may look at all of it.
[[nodiscard]] std::vector<LintFinding> lint_narrowness(Corpus const& corpus, KillMatrix const& matrix);

/// Rule reading-without-rule, for each of those in `without_rule` ("A-002 own-line"). What becomes of the reference
/// when it follows the readings shows the command `readings`.
[[nodiscard]] std::vector<LintFinding> lint_readings(std::vector<std::string> const& without_rule);

/// Rule borrowed-literal: a filter, or a word or program that it uses, that names a literal of a vector, so that the
/// mutant breaks that vector and no rule. Literals of the vocabulary are allowed: what stands in backticks on the
/// pages, and every key and word of the schemas of protocol and vectors; single letters, and texts without a letter or
/// digit, do not count.
[[nodiscard]] std::vector<LintFinding> lint_filters(deviations::DeviationPages const& pages, Corpus const& corpus,
                                                    std::filesystem::path const& spec_folder,
                                                    std::filesystem::path const& vectors_folder);

// Marks of mutants: mark_rules.cpp

/// Rules over the marks of mutants: unknown-clause; missing-combination, of a clause with a mutant for `first-only` and
/// none for `second-only`, or the other way round; missing-neighbour, of a clause with a mutant for `other-case`,
/// `beginning` or `blanks`, and none for another of these. A mark that there is none ("no blanks") will do.
[[nodiscard]] std::vector<LintFinding> lint_marks(std::vector<Deviation> const& mutants,
                                                  ClauseRegistry const& registry);

/// Rule untold-combination: a mutant for `first-only` is killed only by vectors that kill each mutant for `second-only`
/// of the clause, or the other way round, so that no vector tells the two conditions apart.
[[nodiscard]] std::vector<LintFinding> lint_combinations(std::vector<Deviation> const& mutants,
                                                         KillMatrix const& matrix);

}  // namespace conformance

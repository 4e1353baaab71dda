#include "harness/judge/run/summary.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace conformance {
namespace {

/// Results of the vectors that cite a clause.
struct Evidence {
  int vectors = 0;
  int with_result = 0;
  int played = 0;
  bool holds = false;                ///< some vector of it passed
  std::vector<std::string> but_for;  ///< failed by faults of other clauses, elsewhere
  bool undecided = false;
  std::vector<std::string> failing;
  std::vector<std::string> not_testable;
  std::set<std::size_t> faults;
};

/// The failed vectors because of which a clause is not testable: those that may show faults of it, and where none
/// passed, those that fail elsewhere, too. What no vector shows to be right is not held.
std::vector<std::string> untestable_by(Evidence const& evidence) {
  std::vector<std::string> vectors = evidence.not_testable;
  if (!evidence.holds) vectors.insert(vectors.end(), evidence.but_for.begin(), evidence.but_for.end());
  return vectors;
}

ClauseState state_of(Clause const& clause, Evidence const& evidence) {
  if (!evidence.failing.empty()) return ClauseState::broken;
  if (!untestable_by(evidence).empty()) return ClauseState::not_testable;
  if (evidence.holds) return evidence.played == evidence.vectors ? ClauseState::held : ClauseState::partly;
  if (evidence.undecided) return ClauseState::undecided;
  if (clause.native) return ClauseState::native;
  if (clause.unobservable) return ClauseState::unobservable;
  if (evidence.with_result > 0) return ClauseState::unsupported;
  return evidence.vectors > 0 ? ClauseState::not_selected : ClauseState::no_vector;
}

/// What a failed vector says of one of the clauses that it cites. Of a run that was not diagnosed it blames them all.
void add_failure(Evidence& evidence, std::string const& clause, VectorResult const& result) {
  if (result.blame) evidence.faults.insert(result.blame->faults.begin(), result.blame->faults.end());
  bool const is_blamed = !result.blame || std::find(result.blame->clauses.begin(), result.blame->clauses.end(),
                                                    clause) != result.blame->clauses.end();
  if (is_blamed)
    evidence.failing.push_back(result.vector->id);
  else if (result.blame->standing == Standing::passing)
    evidence.holds = true;
  else if (result.holds_but_for_faults())
    evidence.but_for.push_back(result.vector->id);
  else
    evidence.not_testable.push_back(result.vector->id);
}

/// What was added to a vector, or what was asked before it, may break clauses that it does not cite.
std::vector<std::string> blamed_besides(VectorResult const& result) {
  std::vector<std::string> blamed;
  if (!result.blame || !shows_broken(result.status()) || !result.gating) return blamed;
  std::vector<std::string> const& cited = result.vector->clauses;
  std::copy_if(result.blame->clauses.begin(), result.blame->clauses.end(), std::back_inserter(blamed),
               [&](std::string const& clause) { return std::find(cited.begin(), cited.end(), clause) == cited.end(); });
  return blamed;
}

std::map<std::string, Evidence> evidence_by_clause(std::vector<VectorResult> const& results, Corpus const& corpus) {
  std::map<std::string, Evidence> evidence;
  for (Vector const& vector : corpus.vectors) {
    for (std::string const& clause : vector.clauses) ++evidence[clause].vectors;
  }
  for (VectorResult const& result : results) {
    Status const status = result.status();
    for (std::string const& clause : result.vector->clauses) {
      Evidence& of_clause = evidence[clause];
      ++of_clause.with_result;
      if (status != Status::unsupported) ++of_clause.played;
      of_clause.holds = of_clause.holds || status == Status::pass || status == Status::unexpected_pass;
      of_clause.undecided = of_clause.undecided || (shows_broken(status) && !result.gating);
      if (shows_broken(status) && result.gating) add_failure(of_clause, clause, result);
    }
    for (std::string const& clause : blamed_besides(result)) add_failure(evidence[clause], clause, result);
  }
  return evidence;
}

// Whether "§2.9 …" stands before "§2.10 …": by the numbers, which pages in the order of their names are not. The
// message contract, whose sections are "M0 …" on, stands behind all of the specification.
bool stands_before(std::string_view one, std::string_view other) {
  auto const numbers = [](std::string_view section) {
    bool const is_contract = section.starts_with('M');
    std::vector<int> parts{is_contract ? 1 : 0, 0};
    for (char const letter : section.substr(0, section.find(' '))) {
      if (letter == '.') parts.push_back(0);
      if (letter >= '0' && letter <= '9') parts.back() = parts.back() * 10 + (letter - '0');
    }
    return parts;
  };
  return numbers(one) < numbers(other);
}

void sort_sections(Summary& summary) {
  for (auto& [name, group] : summary.groups) {
    std::stable_sort(group.sections.begin(), group.sections.end(),
                     [](auto const& one, auto const& other) { return stands_before(one.first, other.first); });
  }
}

void tally_clauses(Summary& summary) {
  for (ClauseCoverage const& coverage : summary.clauses) {
    Clause const& clause = *coverage.clause;
    GroupTallies& group = summary.groups[clause.group];
    auto section = std::find_if(group.sections.begin(), group.sections.end(),
                                [&](auto const& entry) { return entry.first == clause.section; });
    if (section == group.sections.end()) section = group.sections.insert(group.sections.end(), {clause.section, {}});
    ++section->second.clauses[coverage.state];
    ++group.levels[clause.level].clauses[coverage.state];
    if (is_binding(clause.level)) ++group.classes[clause.conformance_class].binding.clauses[coverage.state];
  }
  for (auto& [name, group] : summary.groups) {
    for (auto& [conformance_class, judged] : group.classes)
      judged.verdict = class_verdict(judged.binding, summary.is_whole());
  }
  sort_sections(summary);
}

void count_findings(Summary& summary, VectorResult const& result) {
  std::set<std::string> rules;
  for (Attempt const& attempt : result.attempts) {
    // What the documents demand is what passes.
    if (attempt.judgement.status != Status::pass) continue;
    for (HttpExchange const& exchange : attempt.exchanges) {
      for (RequestFinding const& finding : exchange.findings) rules.insert(finding.rule);
    }
  }
  for (std::string const& rule : rules) summary.findings[rule].push_back(result.vector->id);
}

void count_results(Summary& summary, std::vector<VectorResult> const& results) {
  for (VectorResult const& result : results) {
    ++summary.vectors[result.status()];
    for (Attempt const& attempt : result.attempts) ++summary.ways[attempt.way][attempt.judgement.status];
    count_findings(summary, result);
  }
}

/// Counts vectors of the deciding groups; those of the others decide nothing, not even that something was judged.
struct DecidingCounts {
  int passed = 0;      ///< or failed as is known
  int failed = 0;      ///< and decide
  int by_others = 0;   ///< of those, the ones that show faults of other clauses only, away from their own
  int undeciding = 0;  ///< failed, and decide nothing
  int errors = 0;
  int known = 0;            ///< failures that are on the list of known ones
  int of_other_groups = 0;  ///< of our own pages, where these do not decide

  [[nodiscard]] int judged() const { return passed + failed + undeciding; }
};

void count_failure(DecidingCounts& counts, VectorResult const& result, bool is_deciding) {
  if (!is_deciding) {
    ++counts.undeciding;
    return;
  }
  ++counts.failed;
  if (result.shows_faults_elsewhere()) ++counts.by_others;
}

DecidingCounts count_deciding(Summary& summary, std::vector<VectorResult> const& results, Deciding const& deciding) {
  DecidingCounts counts;
  for (VectorResult const& result : results) {
    Status const status = result.status();
    if (status == Status::error) ++counts.errors;
    bool const is_judged = status == Status::pass || status == Status::known_failure || is_failure(status);
    if (!is_judged) continue;
    bool const is_deciding = is_failure(status) && failure_decides(result, deciding);
    if (is_failure(status) && result.holds_but_for_faults()) ++summary.held_but_for_faults;
    if (is_failure(status) && !is_deciding) ++summary.non_gating_failures;
    if (!deciding.groups.contains(result.group)) {
      ++counts.of_other_groups;
    } else if (is_failure(status)) {
      count_failure(counts, result, is_deciding);
    } else {
      ++counts.passed;
      if (status == Status::known_failure && decides(result, deciding)) ++counts.known;
    }
  }
  return counts;
}

std::string nothing_judged(DecidingCounts const& counts) {
  if (counts.undeciding > 0)
    return fmt::format("no verdict: {} vectors failed, none of which decides, and none passed", counts.undeciding);
  if (counts.of_other_groups == 0) return "no verdict: nothing could be judged";
  return fmt::format("no verdict: {} vectors of clauses of ours were judged, which decide only with --include ours",
                     counts.of_other_groups);
}

/// Of the required classes the one that is not conformant, with its verdict.
std::optional<std::pair<std::string, std::string>> missed_class(Summary const& summary,
                                                                std::set<std::string> const& required) {
  auto const documents = summary.groups.find(Group::documents);
  for (std::string const& name : required) {
    bool const known = documents != summary.groups.end() && documents->second.classes.contains(name);
    std::string const verdict = known ? documents->second.classes.at(name).verdict : class_verdict({}, true);
    if (verdict != "conformant") return std::pair(name, verdict);
  }
  return std::nullopt;
}

/// "3 faults, ", or how many of those that reports show decide.
std::string faults_text(Summary const& summary) {
  std::size_t const all = summary.faults.size();
  std::size_t const deciding = static_cast<std::size_t>(
      std::count_if(summary.faults.begin(), summary.faults.end(), [](RunFault const& fault) { return fault.decides; }));
  if (deciding == 0) return "";
  if (deciding == all) return fmt::format("{} fault{}, ", all, all == 1 ? "" : "s");
  return fmt::format("{} of {} faults decide{}, ", deciding, all, deciding == 1 ? "s" : "");
}

std::string by_others_text(DecidingCounts const& counts) {
  return counts.by_others == 0 ? "" : fmt::format(", {} of them only by faults of other clauses", counts.by_others);
}

bool all_classes_conform(Summary const& summary, std::set<Group> const& deciding) {
  return std::all_of(summary.groups.begin(), summary.groups.end(), [&](auto const& entry) {
    auto const& classes = entry.second.classes;
    return !deciding.contains(entry.first) || std::all_of(classes.begin(), classes.end(), [](auto const& of_class) {
      return of_class.second.verdict == "conformant";
    });
  });
}

/// What became of the vectors that did not pass, in brackets; "" when there are none.
std::string rest_text(Summary const& summary, DecidingCounts const& counts) {
  std::vector<std::string> rest;
  if (counts.undeciding > 0)
    rest.push_back(
        fmt::format("{} {}failed, which does not decide", counts.undeciding, counts.failed > 0 ? "more " : ""));
  if (counts.of_other_groups > 0)
    rest.push_back(fmt::format("{} more are about our own pages, which do not decide", counts.of_other_groups));
  auto const unsupported = summary.vectors.find(Status::unsupported);
  if (unsupported != summary.vectors.end())
    rest.push_back(fmt::format("{} need what was not declared", unsupported->second));
  return rest.empty() ? "" : fmt::format(" ({})", fmt::join(rest, ", "));
}

/// The verdict when nothing failed that decides: "conformant" only of a whole run in which every class is.
std::string green_text(Summary const& summary, DecidingCounts const& counts, std::set<Group> const& deciding) {
  std::string const rest = rest_text(summary, counts);
  if (!summary.is_whole())
    return fmt::format("{} of {} vectors selected pass{}", counts.passed, summary.with_result, rest);
  if (all_classes_conform(summary, deciding)) return fmt::format("conformant: {} vectors pass{}", counts.passed, rest);
  return fmt::format("no failure in what was judged: {} of {} vectors pass{}", counts.passed, summary.in_corpus, rest);
}

void decide(Summary& summary, std::vector<VectorResult> const& results, Deciding const& deciding) {
  DecidingCounts const counts = count_deciding(summary, results, deciding);
  summary.deciding_failures = counts.failed;
  std::optional<std::pair<std::string, std::string>> const missed = missed_class(summary, deciding.required_classes);
  if (counts.errors > 0) {
    summary.exit_code = 3;
    summary.verdict = fmt::format("no verdict: the harness failed on {} vectors", counts.errors);
  } else if (counts.passed + counts.failed == 0) {
    summary.exit_code = 3;
    summary.verdict = nothing_judged(counts);
  } else if (counts.failed > 0) {
    summary.exit_code = 1;
    summary.verdict = fmt::format("not conformant: {}{} of {} judged vectors failed{}{}", faults_text(summary),
                                  counts.failed, counts.judged(), by_others_text(counts), rest_text(summary, counts));
  } else if (!deciding.required_classes.empty() && !summary.is_whole()) {
    summary.exit_code = 3;
    summary.verdict =
        fmt::format("no verdict: the required classes are judged by all {} vectors, of which {} were played",
                    summary.in_corpus, summary.with_result);
  } else if (missed) {
    summary.exit_code = 1;
    summary.verdict = fmt::format("not conformant: the required class {} is {}", missed->first, missed->second);
  } else if (counts.known > 0) {
    summary.verdict = fmt::format("no new failure: {} of {} judged vectors fail as is known{}", counts.known,
                                  counts.judged(), rest_text(summary, counts));
  } else {
    summary.verdict = green_text(summary, counts, deciding.groups);
  }
  if (summary.exit_code != 0 || !deciding.clean_exit || summary.notes.empty()) return;
  summary.exit_code = 1;
  summary.verdict = "no clean exit, which is required: " + summary.notes.front();
}

}  // namespace

std::string_view clause_state_name(ClauseState state) {
  switch (state) {
    case ClauseState::held:
      return "held";
    case ClauseState::broken:
      return "broken";
    case ClauseState::not_testable:
      return "not testable";
    case ClauseState::partly:
      return "partly";
    case ClauseState::undecided:
      return "undecided";
    case ClauseState::unsupported:
      return "unsupported";
    case ClauseState::not_selected:
      return "not selected";
    case ClauseState::no_vector:
      return "no vector";
    case ClauseState::native:
      return "native";
    case ClauseState::unobservable:
      return "unobservable";
  }
  return "";
}

std::optional<ClauseState> clause_state_named(std::string_view name) {
  for (ClauseState const state :
       {ClauseState::held, ClauseState::broken, ClauseState::not_testable, ClauseState::partly, ClauseState::undecided,
        ClauseState::unsupported, ClauseState::not_selected, ClauseState::no_vector, ClauseState::native,
        ClauseState::unobservable}) {
    if (clause_state_name(state) == name) return state;
  }
  return std::nullopt;
}

int Tally::of(ClauseState state) const {
  auto const found = clauses.find(state);
  return found == clauses.end() ? 0 : found->second;
}

int Tally::total() const {
  int sum = 0;
  for (auto const& [state, count] : clauses) sum += count;
  return sum;
}

int Tally::testable() const {
  return total() - exempt();
}

int Tally::exempt() const {
  return of(ClauseState::native) + of(ClauseState::unobservable);
}

int Tally::not_judged() const {
  return testable() - of(ClauseState::held) - of(ClauseState::broken) - of(ClauseState::not_testable);
}

bool decides(VectorResult const& result, Deciding const& deciding) {
  return result.gating && decides(result.group, result.level, deciding);
}

bool failure_decides(VectorResult const& result, Deciding const& deciding) {
  return decides(result, deciding) && (!result.shows_faults_elsewhere() || result.blame->decides);
}

bool decides(Group group, Level level, Deciding const& deciding) {
  if (!deciding.groups.contains(group)) return false;
  switch (deciding.level) {
    case GatingLevel::must:
      return is_binding(level);
    case GatingLevel::should:
      return level != Level::may;
    case GatingLevel::all:
      return true;
  }
  return true;
}

std::string class_verdict(Tally const& binding, bool whole_run) {
  int const held = binding.of(ClauseState::held);
  int const broken = binding.of(ClauseState::broken);
  int const not_testable = binding.of(ClauseState::not_testable);
  int const unplayed =
      binding.of(ClauseState::unsupported) + binding.of(ClauseState::not_selected) + binding.of(ClauseState::no_vector);
  if (unplayed > 0 && unplayed == binding.testable()) return "not judged";
  std::string const besides = not_testable > 0 ? fmt::format(", {} not testable", not_testable) : "";
  if (broken > 0) return fmt::format("not ({} of {} judged clauses broken{})", broken, held + broken, besides);
  if (whole_run && held > 0 && held == binding.testable()) return "conformant";
  return fmt::format("partly ({} of {} clauses judged{})", held, binding.testable(), besides);
}

std::string not_judged_text(Summary const& summary) {
  std::string text;
  auto const unsupported = summary.vectors.find(Status::unsupported);
  if (unsupported != summary.vectors.end())
    text = fmt::format("{} of {} vectors were not judged: they need what was not declared.", unsupported->second,
                       summary.with_result);
  // A selection leaves most classes out.
  if (!summary.is_whole()) return text;
  std::vector<std::string> of_groups;
  for (auto const& [group, tallies] : summary.groups) {
    std::vector<std::string> classes;
    for (auto const& [name, judged] : tallies.classes) {
      if (judged.verdict == "not judged") classes.push_back(name);
    }
    if (!classes.empty()) of_groups.push_back(fmt::format("{} of {}", fmt::join(classes, ", "), group_text(group)));
  }
  if (of_groups.empty()) return text;
  return text + fmt::format("{}Not a single clause was judged of these classes: {}.", text.empty() ? "" : "\n",
                            fmt::join(of_groups, "; "));
}

Summary summarize(std::vector<VectorResult> const& results, Corpus const& corpus, ClauseRegistry const& registry,
                  Deciding const& deciding, std::vector<RunFault> faults, std::vector<std::string> notes) {
  Summary summary;
  summary.faults = std::move(faults);
  summary.notes = std::move(notes);
  summary.in_corpus = corpus.vectors.size();
  summary.with_result = results.size();
  std::map<std::string, Evidence> const evidence = evidence_by_clause(results, corpus);
  for (Clause const& clause : registry.clauses()) {
    auto const found = evidence.find(clause.id);
    Evidence const of_clause = found == evidence.end() ? Evidence{} : found->second;
    summary.clauses.push_back({.clause = &clause,
                               .state = state_of(clause, of_clause),
                               .failing = of_clause.failing,
                               .not_testable = untestable_by(of_clause),
                               .faults = {of_clause.faults.begin(), of_clause.faults.end()}});
  }
  tally_clauses(summary);
  count_results(summary, results);
  decide(summary, results, deciding);
  return summary;
}

}  // namespace conformance
